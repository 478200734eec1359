-- What a technician has to do at a pile, or did there.
create table work_order (
  id bigint generated always as identity primary key,
  -- Made by the phone: what it sends again, or changes before it was sent, is the same work order.
  order_key text not null unique,
  number text not null generated always as ('WO' || lpad(id::text, 6, '0')) stored,
  work text not null,
  kind text not null default 'repair' check (kind in ('repair', 'inspection', 'other')),
  state text not null default 'planned' check (state in ('planned', 'under_way', 'done', 'cancelled')),
  pile_id bigint not null references pile on delete cascade,
  site_id bigint references site on delete set null,
  alarm_id bigint references alarm on delete set null,
  assignee_id bigint references users on delete set null,
  assignee_name text,
  due_on date,
  found text,
  did text,
  parts text,
  minutes int check (minutes >= 0),
  photos text[],
  started_at timestamptz,
  ended_at timestamptz,
  made_by text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index work_order_pile on work_order (pile_id, created_at desc);
create index work_order_site on work_order (site_id, created_at desc);
create index work_order_alarm on work_order (alarm_id) where alarm_id is not null;
create index work_order_assignee on work_order (assignee_id, created_at desc) where assignee_id is not null;
create index work_order_created on work_order (created_at desc, id desc);
create trigger work_order_photos after delete on work_order for each row when (old.photos is not null)
  execute function release_photos('work_order');

-- What each person said of it, and when. late: of these fields another person's newer word held.
create table work_order_entry (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_order on delete cascade,
  user_id bigint not null,
  user_name text not null,
  set jsonb not null,
  note text,
  late text[] not null default '{}',
  phone_at timestamptz,
  said_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index work_order_entry_of on work_order_entry (work_order_id, id);
