-- How far a target is in the words of what it is asked for: of an update, one of eight (shared/domain/upgrade-status.ts).
alter table campaign_target add column step text;

-- A firmware task: a file, or an address elsewhere, for the piles of a site, and with what care they are asked.
create table firmware (
  id bigint generated always as identity primary key,
  name text not null,
  site_id bigint not null references site on delete restrict,
  pile_type_id bigint references pile_type on delete restrict,
  firmware_version text,
  -- The key of an upload, or an address that is none of ours: one of both.
  file text,
  file_path text,
  file_sha256 text check (file_sha256 ~* '^[0-9a-f]{64}$'),
  retry_count int check (retry_count >= 0),
  -- Seconds.
  retry_interval int check (retry_interval > 0),
  download_at timestamptz,
  download_count int not null default 0,
  pilot int check (pilot > 0),
  stop_percent int check (stop_percent between 0 and 100),
  at_once int not null default 20 check (at_once > 0),
  -- Hours of the day in the site's time, the second not included.
  window_from int check (window_from between 0 and 23),
  window_to int check (window_to between 0 and 23),
  idle_only boolean not null default true,
  wait_hours int not null default 72 check (wait_hours > 0),
  pushed_at timestamptz,
  is_delete boolean not null generated always as (archived_at is not null) stored,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((file is null) <> (file_path is null))
);
create unique index firmware_name on firmware (site_id, name) where archived_at is null;
create index firmware_site on firmware (site_id);
create index firmware_type on firmware (pile_type_id);

-- The campaigns of a task. token: the address that piles fetch the file from; file: what they get, whatever becomes of the task.
create table firmware_push (
  campaign_id bigint primary key references campaign on delete cascade,
  firmware_id bigint not null references firmware on delete cascade,
  token text not null unique,
  file text
);
create index firmware_push_of on firmware_push (firmware_id, campaign_id);

-- Each pile of a task, in its latest campaign.
create view firmware_upgrade as
select distinct on (f.firmware_id, t.pile_id) t.id, f.firmware_id, t.campaign_id, t.pile_id, t.site_id, t.state, t.waits_for, t.said,
  coalesce(t.step, case when t.state in ('refused', 'failed', 'unclear') then 'error_response' else 'pending_upgrade' end) as upgrade_status,
  p.firmware_version, t.sent_at, t.ended_at, t.version, t.created_at, t.updated_at
from firmware_push f join campaign_target t on t.campaign_id = f.campaign_id join pile p on p.id = t.pile_id
order by f.firmware_id, t.pile_id, t.id desc;
