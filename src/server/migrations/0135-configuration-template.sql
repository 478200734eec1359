-- What the configuration of every pile of a type should say.
create table configuration_template (
  id bigint generated always as identity primary key,
  name text not null unique,
  pile_type_id bigint not null unique references pile_type on delete restrict,
  -- [{ "key": "HeartbeatInterval", "value": "300", "tolerance": 10 | null, "also": ["600"] }]
  expected jsonb not null check (jsonb_typeof(expected) = 'array'),
  remark text,
  applied_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- How a pile stands to its type's template; null where there is none. When it last told everything.
alter table pile
  add column configuration text check (configuration in ('same', 'differs', 'unknown')),
  add column configuration_read_at timestamptz;
create index pile_configuration on pile (configuration) where configuration is not null;
-- What a campaign that brings a template asked of each of its piles so far. No key: everything was asked for, the first or the last time.
create table configuration_step (
  target_id bigint not null references campaign_target on delete cascade,
  step text not null check (step in ('read', 'set', 'read_back')),
  key text not null default '',
  word text,
  primary key (target_id, step, key)
);
