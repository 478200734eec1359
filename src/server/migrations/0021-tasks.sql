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

-- What ended on each day, by site and pile: the dashboard reads days that are long over from here. Days are by the clock of
-- `time_zone`; all from `first_day` to `last_day` are there, those that a note names aside: they are added up anew.
create table daily_figures (
  time_zone text not null,
  day date not null,
  site_id bigint,
  pile_id bigint,
  electricity_cents bigint not null,
  service_cents bigint not null,
  occupation_cents bigint not null,
  energy_wh bigint not null,
  services bigint not null
);
create unique index daily_figures_key on daily_figures (time_zone, day, site_id, pile_id) nulls not distinct;
create table daily_figures_range (
  time_zone text primary key,
  first_day date not null,
  last_day date not null
);

-- Something that had ended more than six hours before was entered, settled or corrected. Days are added up from eight hours after
-- their end on: a transaction that is open meanwhile is of one or the other.
create table daily_figures_note (ended_at timestamptz not null);
create function note_late_orders() returns trigger language plpgsql as $$
begin
  insert into daily_figures_note
    select distinct date_trunc('hour', ended_at) from is_now where ended_at < now() - interval '6 hours';
  return null;
end $$;
create function note_late_order() returns trigger language plpgsql as $$
begin
  if old.ended_at < now() - interval '6 hours' then insert into daily_figures_note values (old.ended_at); end if;
  if tg_op = 'UPDATE' and new.ended_at < now() - interval '6 hours' and new.ended_at is distinct from old.ended_at then
    insert into daily_figures_note values (new.ended_at);
  end if;
  return null;
end $$;
create function forget_daily_figures() returns trigger language plpgsql as $$
begin
  delete from daily_figures; delete from daily_figures_range; delete from daily_figures_note;
  return null;
end $$;
create trigger daily_figures_insert after insert on orders referencing new table as is_now
  for each statement execute function note_late_orders();
create trigger daily_figures_update after update on orders for each row
  when ((old.ended_at is not null or new.ended_at is not null) and
    (old.ended_at, old.type, old.site_id, old.pile_id, old.electricity_cents, old.service_cents, old.occupation_cents, old.energy_wh)
    is distinct from
    (new.ended_at, new.type, new.site_id, new.pile_id, new.electricity_cents, new.service_cents, new.occupation_cents, new.energy_wh))
  execute function note_late_order();
create trigger daily_figures_delete after delete on orders for each row
  when (old.ended_at is not null) execute function note_late_order();
create trigger daily_figures_truncate after truncate on orders for each statement execute function forget_daily_figures();
