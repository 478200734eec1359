-- Who a provider of single sign-on says that somebody is. A person may be known by several.
create table user_identity (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identity_of on user_identity (user_id);

-- A sign-in that was sent to the provider and has not come back: good for ten minutes and once.
create table sso_attempt (
  state_hash text primary key,
  secret_hash text not null,
  nonce text not null,
  verifier bytea not null,
  remember boolean not null,
  expires_at timestamptz not null
);

alter table sign_in_entry
  drop constraint sign_in_entry_way_check,
  add constraint sign_in_entry_way_check check (way in ('password', 'sms', 'screen', 'passkey', 'sso', 'app'));
