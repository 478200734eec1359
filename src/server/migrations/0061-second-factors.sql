-- People who have this role sign in with a second step, or to set one up and nothing else.
alter table role add column second_factor boolean not null default false;

-- By what a sign-in was shown to be its person's (src/shared/domain/sign-in-proofs.ts), and when that was last shown anew.
alter table session
  add column amr text[] not null default '{}',
  add column proved_at timestamptz;
-- What the telephone's own sign-in was shown by, as it confirmed.
alter table screen_sign_in add column amr text[] not null default '{}';

-- An authenticator app. The secret is encrypted under a key of the data folder.
create table totp (
  user_id bigint primary key references users on delete cascade,
  secret_sealed text not null,
  last_step bigint not null, -- the newest 30 seconds whose code was used: each of them lets in once
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
-- One that is being set up: it counts once a code of it was entered, in the sign-in that began it.
create table totp_enrolment (
  user_id bigint primary key references users on delete cascade,
  family uuid not null,
  secret_sealed text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index totp_enrolment_age on totp_enrolment (expires_at);

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null constraint passkey_credential_id_key unique, -- base64url
  public_key text not null, -- COSE, base64url
  user_handle text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  synced boolean not null, -- it may live on several devices of its person
  name text not null,
  copied_at timestamptz, -- its counter went backwards: from then on it lets nobody in
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_of_user on passkey (user_id, id);
-- What a passkey has to sign, once. `bound_to` is what it is asked for: a sign-in, somebody's second step, a new passkey.
create table passkey_challenge (
  challenge_hash text primary key,
  bound_to text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_age on passkey_challenge (expires_at);

-- Ten codes for whoever has lost the rest; an HMAC under a key of the data folder.
create table recovery_code (
  user_id bigint not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- Who has shown the first of two things. It is no sign-in: nothing but the second step takes its ticket.
create table second_step (
  ticket_hash text primary key,
  user_id bigint not null references users on delete cascade,
  way text not null,
  remember boolean not null,
  amr text[] not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index second_step_age on second_step (expires_at);
create index second_step_of_user on second_step (user_id);

-- Blocked passkeys too: whoever has one is never let in by a password alone.
create view second_factor_of as
  select user_id from totp union select user_id from passkey;

alter table sign_in_entry
  drop constraint sign_in_entry_outcome_check,
  drop constraint sign_in_entry_way_check,
  add constraint sign_in_entry_outcome_check check (outcome in ('signed_in', 'second_step', 'refused')),
  add constraint sign_in_entry_way_check check (way in ('password', 'sms', 'screen', 'passkey', 'app'));
