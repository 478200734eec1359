-- The tariff that a pile shows and reckons by: what it was given of its site's prices, and how far that is.
create table pile_tariff (
  pile_id bigint primary key references pile (id) on delete cascade,
  -- cleared, by_hand: a person decided, and the server gives it none by itself.
  state text not null default 'waiting'
    check (state in ('waiting', 'given', 'refused', 'none', 'not_supported', 'cleared', 'by_hand')),
  why text, -- ours: why there is none for it
  said text, -- the pile's own word
  wanted text, -- the name of what it is to have by its site's prices, or why there is none
  tariff jsonb, -- as it took it last; null where it holds none
  strategy text, -- by the name of which it was made
  given_at timestamptz,
  ask_due boolean not null default true, -- it is asked what it can do and what it holds
  send_after timestamptz,
  updated_at timestamptz not null default now()
);
-- What the pile reckoned for a session by itself.
alter table orders add column pile_cost jsonb;
