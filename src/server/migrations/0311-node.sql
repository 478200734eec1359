-- The servers that work on this database. Each says every few seconds that it is there.
create table node (
  id bigint generated always as identity primary key,
  name text not null,
  state text not null default 'running' check (state in ('running', 'draining', 'lost', 'stopped')),
  piles int not null default 0,
  browsers int not null default 0,
  busy_percent int not null default 0,
  memory_mb int not null default 0,
  delay_ms int not null default 0,
  release text not null,
  address text not null,
  -- Of the keys in its data folder: nodes with other keys do not know each other's sign-ins.
  keys text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index node_state on node (state) where state in ('running', 'draining');
