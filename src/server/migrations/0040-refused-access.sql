-- Access that was refused: one row for a person (or an address that nobody is signed in at) in a minute, for the same call and record;
-- what goes beyond a few of them in that minute is counted in one row without a call (`src/server/logs/refused-book.ts`).
create table refused_entry (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('not_signed_in', 'no_right', 'out_of_reach')),
  reason text not null,
  route text,
  permission text,
  entity text,
  entity_id bigint,
  user_id bigint, -- minus the identity of a client app
  user_name text,
  address text not null,
  agent text not null,
  times bigint not null default 1,
  last_at timestamptz not null default now(),
  version int not null default 1,
  created_at timestamptz not null default now(), -- the minute
  updated_at timestamptz not null default now()
);
create unique index refused_entry_key on refused_entry
  (created_at, coalesce(user_id, 0), (case when user_id is null then address end), kind, coalesce(route, ''), coalesce(entity_id, 0))
  nulls not distinct;
create index refused_entry_created on refused_entry (created_at desc, id desc) include (kind);
create index refused_entry_user on refused_entry (user_id, created_at desc, id desc);
create index refused_entry_address on refused_entry (address, created_at desc, id desc);
select keep_tally('refused_entry', 'created_at', array['kind'], '{}');
