-- Something that is to reach many piles. payload: what each is asked for, in the words of what asks (server/campaigns/ports.ts).
create table campaign (
  id bigint generated always as identity primary key,
  name text not null,
  action text not null,
  payload jsonb not null,
  state text not null default 'running' check (state in ('running', 'paused', 'done', 'stopped', 'cancelled')),
  asked_by text,
  created_by bigint,
  at_once int not null check (at_once > 0),
  tries int not null check (tries > 0),
  pause_seconds int not null check (pause_seconds > 0),
  until timestamptz not null,
  idle_only boolean not null default false,
  pilot int,
  wave int not null default 1,
  stop_percent int check (stop_percent between 0 and 100),
  window_from int check (window_from between 0 and 1439),
  window_to int check (window_to between 0 and 1439),
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index campaign_created on campaign (created_at desc, id desc);
create index campaign_running on campaign (id) where state = 'running';
create index campaign_maker on campaign (created_by);

-- site_id: where the pile stood when it was chosen. command_id: what it was asked last.
create table campaign_target (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaign on delete cascade,
  pile_id bigint not null references pile on delete cascade,
  site_id bigint references site on delete set null,
  connector_number int,
  state text not null default 'pending' check
    (state in ('pending', 'sent', 'accepted', 'done', 'refused', 'failed', 'unclear', 'unreached', 'cancelled')),
  waits_for text,
  said text,
  wave int not null default 1,
  tries int not null default 0,
  due_at timestamptz,
  command_id bigint,
  sent_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index campaign_target_once on campaign_target (campaign_id, pile_id, coalesce(connector_number, -1));
create index campaign_target_state on campaign_target (campaign_id, state, id);
create index campaign_target_pile on campaign_target (pile_id, id desc);
create index campaign_target_site on campaign_target (site_id, campaign_id);
create unique index campaign_target_command on campaign_target (command_id) where command_id is not null;
