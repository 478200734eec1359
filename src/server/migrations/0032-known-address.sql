-- ── where somebody was signed in lately: guesses from elsewhere do not keep them out there ──
create table known_address (
  user_id bigint not null references users on delete cascade,
  address text not null,
  last_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index known_address_at on known_address (address);
create index known_address_last on known_address (last_at);
