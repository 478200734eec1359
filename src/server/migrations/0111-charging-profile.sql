-- How much a site's piles may draw at which time. The words are ours; a protocol says them in its own.
create table charging_profile (
  id bigint generated always as identity primary key,
  name text not null,
  site_id bigint not null references site on delete restrict,
  charging_profile_purpose text not null check (charging_profile_purpose in ('pile_max', 'session_default', 'session')),
  charging_profile_kind text not null check (charging_profile_kind in ('absolute', 'recurring', 'relative')),
  recurrency_kind text check (recurrency_kind in ('daily', 'weekly')),
  stack_level int not null check (stack_level >= 0),
  valid_from timestamptz,
  valid_to timestamptz,
  start_schedule timestamptz,
  -- Seconds.
  duration int check (duration > 0),
  charging_rate_unit text not null check (charging_rate_unit in ('W', 'A')),
  -- In that unit, as the limits of the periods, to a tenth.
  min_charging_rate numeric(12, 1) check (min_charging_rate >= 0),
  -- [{ "start": seconds, "limit": 60000.5, "phases": 3 | null }], the first from 0.
  periods jsonb not null check (jsonb_typeof(periods) = 'array'),
  is_push boolean not null default false,
  is_delete boolean not null generated always as (archived_at is not null) stored,
  count int not null default 0,
  pushed_at timestamptz,
  pushed_version int,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index charging_profile_name on charging_profile (site_id, name) where archived_at is null;
create index charging_profile_site on charging_profile (site_id);
