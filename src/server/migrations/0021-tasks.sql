-- What the server does by itself at set times. Which tasks there are is the code's: `name` is theirs.
create table task (
  id bigint generated always as identity primary key,
  name text not null unique,
  cron text not null,
  time_zone text not null default 'Asia/Shanghai',
  enabled boolean not null default true,
  next_at timestamptz,
  -- Its last run, for the list.
  state text check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'interrupted')),
  last_at timestamptz,
  duration_ms bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index task_next_at on task (next_at) where enabled;

create table task_run (
  id bigint generated always as identity primary key,
  task_id bigint not null references task on delete cascade,
  job_id uuid not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'interrupted')),
  cause text not null check (cause in ('schedule', 'person', 'again')),
  asked_by text,
  started_at timestamptz,
  ended_at timestamptz,
  duration_ms bigint,
  progress int check (progress between 0 and 100),
  said jsonb, -- what it did: a key of the namespace `tasks` and its figures
  error text,
  cancel_by text,
  node text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index task_run_task on task_run (task_id, id desc);
create index task_run_open on task_run (id) where state in ('waiting', 'running');
create index task_run_job on task_run (job_id);
