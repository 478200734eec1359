-- A code sent to a telephone or a mailbox. `subject` is whom it lets in (`user:7`) or what it proves to be somebody's.
create table one_time_code (
  purpose text not null check (purpose in ('sign_in', 'reset', 'register', 'contact')),
  subject text not null,
  code_hash text not null,
  tries int not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (purpose, subject)
);
create index one_time_code_age on one_time_code (expires_at);

-- A screen that waits for a telephone. The code is in its picture, the secret that fetches the sign-in is not.
create table screen_sign_in (
  code_hash text primary key,
  secret_hash text not null unique,
  state text not null default 'pending' check (state in ('pending', 'scanned', 'confirmed', 'refused')),
  user_id bigint references users on delete cascade,
  address text not null,
  agent text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (state = 'pending' or user_id is not null)
);
create index screen_sign_in_age on screen_sign_in (expires_at);
create index screen_sign_in_of_user on screen_sign_in (user_id);

-- What the browser called its one try to renew, so that a lost answer may be asked for again, however late.
alter table session add column attempt_hash text;
-- When the person signed in: the first tokens of a long sign-in are forgotten before it ends.
alter table session add column opened_at timestamptz not null default now();
update session set opened_at = created_at;

-- People write numbers with spaces, dashes and China's prefix, or without.
create function bare_phone(phone text) returns text language sql immutable parallel safe return
  regexp_replace(regexp_replace(phone, '[^0-9+]', '', 'g'), '^(\+|00)86(?=1\d{10}$)', '');
create index users_bare_phone on users (bare_phone(phone)) where phone is not null;
