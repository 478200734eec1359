-- Piles that are made many at a time.
create table batch_task (
  id bigint generated always as identity primary key,
  number text not null generated always as ('B' || case when id < 1000000 then lpad(id::text, 6, '0') else id::text end) stored,
  merchant_id bigint references merchant on delete restrict,
  site_id bigint not null references site on delete restrict,
  pile_type_id bigint not null references pile_type on delete restrict,
  quantity int not null check (quantity between 1 and 10000),
  made int not null default 0 check (made between 0 and 10000),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  problem text,
  worked_at timestamptz, -- the one that waited longest is next
  finished_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index batch_task_number on batch_task (number);
create index batch_task_open on batch_task (worked_at nulls first, id) where state in ('waiting', 'running');
create index batch_task_site on batch_task (site_id);
create index batch_task_type on batch_task (pile_type_id);
create index batch_task_merchant on batch_task (merchant_id);

-- A pile's place in its batch is taken once, whoever is killed while making it.
alter table pile
  add column merchant_id bigint references merchant on delete restrict,
  add column batch_task_id bigint references batch_task on delete restrict,
  add column batch_place int,
  add column never_connected boolean not null generated always as (last_seen_at is null) stored;
create unique index pile_batch_place on pile (batch_task_id, batch_place);
create index pile_never_connected on pile (id) where never_connected;
create index pile_merchant on pile (merchant_id);
