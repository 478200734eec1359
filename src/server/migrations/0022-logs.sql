-- ── the log: what people changed, their tries to sign in, what went wrong ──
alter table audit_entry rename column at to created_at;
alter table audit_entry
  add column updated_at timestamptz not null default now(),
  add column version int not null default 1,
  add column agent text,
  add column kind text not null generated always as (case
    when action in ('create', 'add', 'import', 'upload', 'register', 'supplement', 'adopt') then 'created'
    when action in ('delete', 'archive') then 'removed'
    when action = 'export' then 'exported'
    when action in ('sign_in', 'sign_out') then 'access'
    else 'changed' end) stored;
drop index audit_entry_at;
drop index audit_entry_of;
drop index audit_entry_user;
create index audit_entry_created on audit_entry (created_at desc, id desc) include (kind);
create index audit_entry_of on audit_entry (entity, entity_id, id desc);
create index audit_entry_user on audit_entry (user_id, created_at desc, id desc);
create index audit_entry_action on audit_entry (action, created_at desc, id desc);
create index audit_entry_address on audit_entry (address, created_at desc, id desc);
select keep_tally('audit_entry', 'created_at', array['kind', 'entity'], '{}');

-- Of a try that failed it is known at most whom it was for: what was typed may be a password.
create table sign_in_entry (
  id bigint generated always as identity primary key,
  user_name text,
  user_id bigint,
  outcome text not null check (outcome in ('signed_in', 'refused')),
  reason text,
  way text not null check (way in ('password', 'sms', 'screen', 'app')),
  address text not null,
  agent text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sign_in_entry_created on sign_in_entry (created_at desc, id desc) include (outcome);
create index sign_in_entry_user on sign_in_entry (user_id, created_at desc, id desc);
create index sign_in_entry_address on sign_in_entry (address, created_at desc, id desc);
select keep_tally('sign_in_entry', 'created_at', array['outcome', 'reason', 'way'], '{}');

-- The same fault is one entry, however often it happens.
create table error_entry (
  id bigint generated always as identity primary key,
  fingerprint text not null constraint error_entry_fingerprint_key unique,
  message text not null,
  source text not null check (source in ('server', 'chore', 'console')),
  place text not null, -- the route, the chore or the console's page
  times bigint not null default 0,
  last_at timestamptz not null default now(),
  stack text,
  release text,
  user_name text,
  agent text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index error_entry_last on error_entry (last_at desc, id desc);

-- How often each happened in each hour, for the days of any time zone.
create table error_hour (
  error_id bigint not null references error_entry on delete cascade,
  starts_at timestamptz not null,
  times bigint not null,
  primary key (error_id, starts_at)
);
create index error_hour_starts on error_hour (starts_at);
