-- Every table of a managed record has id, version, created_at, updated_at: the entity kit counts on them.

-- ── people ────────────────────────────────────────────────────────────────
create table role (
  id bigint generated always as identity primary key,
  name text not null unique,
  alias text,
  permissions text[] not null default '{}', -- '*' grants everything
  status text not null default 'normal' check (status in ('normal', 'disabled')),
  remark text,
  sort int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table users (
  id bigint generated always as identity primary key,
  user_name text not null,
  name text not null,
  password_hash text not null,
  status text not null default 'normal' check (status in ('disabled', 'normal', 'unverified')),
  dashboard text not null default '/dashboard',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_user_name on users (lower(user_name));

create table user_role (
  user_id bigint not null references users on delete cascade,
  role_id bigint not null references role on delete restrict,
  primary key (user_id, role_id)
);

-- A refresh token; a used one that comes again ends its whole family.
create table session (
  id bigint generated always as identity primary key,
  family uuid not null,
  user_id bigint not null references users on delete cascade,
  token_hash text not null unique,
  remember boolean not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz,
  address text,
  agent text,
  created_at timestamptz not null default now()
);
create index session_family on session (family);
create index session_of_user on session (user_id);

create table captcha (
  id uuid primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);

-- Failed sign-ins, by account and by address.
create table sign_in_attempt (
  key text primary key,
  failures int not null,
  blocked_until timestamptz not null,
  last_at timestamptz not null
);

create table table_setting (
  user_id bigint not null references users on delete cascade,
  name text not null,
  columns jsonb not null,
  primary key (user_id, name)
);

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text,
  address text,
  action text not null,
  entity text not null,
  entity_id bigint,
  before jsonb,
  after jsonb
);
create index audit_entry_of on audit_entry (entity, entity_id);
create index audit_entry_at on audit_entry (at);

-- An answer kept with the write it belongs to, so that a repeated request changes nothing.
create table idempotency (
  user_id bigint not null,
  key text not null,
  request_hash text not null,
  status int not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_age on idempotency (created_at);

-- ── prices ────────────────────────────────────────────────────────────────
create table billing_rule (
  id bigint generated always as identity primary key,
  name text not null unique,
  band text not null check (band in ('sharp', 'peak', 'flat', 'valley')),
  start_hour int not null check (start_hour between 0 and 23),
  end_hour int not null check (end_hour between 0 and 23),
  electricity_fee bigint not null check (electricity_fee >= 0),
  service_fee bigint not null check (service_fee >= 0),
  electricity_cost bigint not null check (electricity_cost >= 0),
  occupation_fee bigint not null check (occupation_fee >= 0),
  free_minutes int not null check (free_minutes >= 0),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table strategy (
  id bigint generated always as identity primary key,
  name text not null unique,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table strategy_rule (
  strategy_id bigint not null references strategy on delete cascade,
  rule_id bigint not null references billing_rule on delete restrict,
  primary key (strategy_id, rule_id)
);
create index strategy_rule_of on strategy_rule (rule_id);

-- ── sites and piles ───────────────────────────────────────────────────────
create table site (
  id bigint generated always as identity primary key,
  name text not null unique,
  kind text not null check (kind in ('off_street', 'on_street')),
  spaces int not null default 0 check (spaces >= 0),
  address text,
  time_zone text not null default 'Asia/Shanghai',
  longitude double precision,
  latitude double precision,
  contact text,
  phone text,
  strategy_id bigint references strategy on delete restrict,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index site_strategy on site (strategy_id);

create table pile_type (
  id bigint generated always as identity primary key,
  name text not null unique,
  model text,
  device_name text,
  guns int not null default 1 check (guns between 1 and 32),
  current_mode text not null check (current_mode in ('ac', 'dc')),
  rated_power_w bigint not null check (rated_power_w >= 0),
  voltage_min_v int,
  voltage_max_v int,
  rated_current_a int,
  networking text not null default 'business' check (networking in ('business', 'bluetooth')),
  speed text not null default 'fast' check (speed in ('slow', 'fast')),
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table pile (
  id bigint generated always as identity primary key,
  station_number text not null unique,
  site_id bigint references site on delete restrict,
  pile_type_id bigint references pile_type on delete restrict,
  state text not null default 'offline'
    check (state in ('available', 'charging', 'waiting', 'faulted', 'reserved', 'offline')),
  power_w bigint not null default 0,
  energy_wh bigint not null default 0, -- of the orders that are open
  last_seen_at timestamptz,
  serial_number text,
  self_code text,
  imei text,
  enabled boolean not null default true,
  password_hash text,
  vendor text,
  model text,
  firmware_version text,
  protocol text,
  heartbeat_seconds int not null default 300,
  booted_at timestamptz,
  connected_at timestamptz,
  disconnected_at timestamptz,
  clock_skew_ms bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index pile_site on pile (site_id);
create index pile_type_of on pile (pile_type_id);
create index pile_state on pile (state);

create table connector (
  pile_id bigint not null references pile on delete cascade,
  number int not null check (number >= 0), -- 0 is the pile itself
  status text not null default 'Unavailable', -- the standard's; last reported, kept while offline
  status_at timestamptz,
  error_code text,
  vendor_code text,
  info text,
  -- what was measured last
  power_w bigint,
  current_ma bigint,
  voltage_mv bigint,
  soc int,
  temperature_c double precision,
  measured_at timestamptz,
  primary key (pile_id, number)
);

-- Oddities of a pile that were accepted.
create table pile_flag (
  pile_id bigint not null references pile on delete cascade,
  flag text not null,
  detail text not null,
  at timestamptz not null,
  times int not null default 1,
  primary key (pile_id, flag)
);

create table rejected_connection (
  id bigint generated always as identity primary key,
  station_number text not null,
  reason text not null,
  address text not null,
  protocol text,
  attempts int not null default 1,
  offered_hash text, -- of the password it offered, so that adopting can make it the pile's own
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (station_number, reason, address)
);

create table offline_record (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete cascade,
  offline_at timestamptz not null,
  online_at timestamptz,
  offline_seconds bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index offline_record_pile on offline_record (pile_id, offline_at desc);
create index offline_record_at on offline_record (offline_at desc);
create unique index offline_record_open on offline_record (pile_id) where online_at is null;

-- ── customers and money ───────────────────────────────────────────────────
create table customer (
  id bigint generated always as identity primary key,
  account text not null unique,
  name text,
  phone text,
  email text,
  password_hash text,
  balance_cents bigint not null default 0, -- the ledger's sum; only its trigger writes it
  status text not null default 'normal' check (status in ('normal', 'invalid')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table card (
  id bigint generated always as identity primary key,
  number text not null,
  customer_id bigint references customer on delete restrict,
  allocation text generated always as (case when customer_id is null then 'unallocated' else 'allocated' end) stored,
  status text not null default 'normal' check (status in ('normal', 'blocked')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index card_number on card (upper(number)); -- idTags are compared without regard to case (OCPP 1.6, 7.28)
create index card_customer on card (customer_id);

create sequence order_number_seq;
create sequence transaction_id_seq as int; -- 1.6 wants 32 bits

create table orders (
  id bigint generated always as identity primary key,
  number text not null unique,
  transaction_id int not null unique default nextval('transaction_id_seq'),
  status text not null default 'generated' check (status in ('generated', 'completed', 'paid', 'unpaid')),
  abnormal text,
  type text not null default 'device' check (type in ('device', 'manual', 'supplement')),
  site_id bigint references site on delete restrict,
  pile_id bigint not null references pile on delete restrict,
  connector_number int not null,
  customer_id bigint references customer on delete restrict,
  card_number text,
  plate text,
  energy_wh bigint not null default 0,
  duration_seconds bigint not null default 0,
  electricity_cents bigint not null default 0,
  service_cents bigint not null default 0,
  occupation_cents bigint not null default 0,
  total_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  cost_cents bigint not null default 0,
  pay_type text,
  close_method text,
  stop_reason text,
  remark text,
  started_at timestamptz not null, -- by the pile's clock
  ended_at timestamptz,
  paid_at timestamptz,
  received_at timestamptz not null default now(), -- by ours
  meter_start_wh bigint not null,
  meter_stop_wh bigint,
  stop_received_at timestamptz, -- by our clock
  -- when charging ended with the cable still in, the last sign that it still was, and when it was pulled; by the pile's clock
  charge_ended_at timestamptz,
  plugged_at timestamptz,
  unplugged_at timestamptz,
  time_zone text not null default 'Asia/Shanghai',
  rules jsonb not null default '[]', -- frozen at the start
  lines jsonb not null default '[]',
  events jsonb not null default '[]',
  start_key text not null, -- connector, card, time and meter of the start: a repeated one finds its order
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (total_cents = electricity_cents + service_cents + occupation_cents),
  check (paid_cents between 0 and total_cents),
  unique (pile_id, start_key)
);
create index orders_open on orders (pile_id, connector_number) where status in ('generated', 'completed');
create index orders_customer on orders (customer_id, id desc);
create index orders_card_number on orders (card_number) where status = 'generated';
create index orders_unsettled on orders (customer_id) where status in ('generated', 'completed');
create index orders_site on orders (site_id, id desc);
create index orders_pile on orders (pile_id, id desc);
create index orders_status on orders (status, id desc);
create index orders_started on orders (started_at desc, id desc);
create index orders_income on orders (ended_at) include (electricity_cents, service_cents, occupation_cents, energy_wh) where ended_at is not null;
create index orders_abnormal on orders (id desc) where abnormal is not null;

create table ledger_entry (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer on delete restrict,
  kind text not null check (kind in ('top_up', 'charge', 'refund', 'correction')),
  amount_cents bigint not null,
  balance_cents bigint not null default 0, -- after this entry; the trigger fills it
  order_id bigint references orders on delete restrict,
  entered_by text,
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index ledger_entry_customer on ledger_entry (customer_id, id desc);

create function ledger_entry_enter() returns trigger language plpgsql as $$
begin
  update customer set balance_cents = balance_cents + new.amount_cents, updated_at = now()
    where id = new.customer_id returning balance_cents into new.balance_cents;
  return new;
end $$;
create trigger ledger_entry_enter before insert on ledger_entry for each row execute function ledger_entry_enter();

create function ledger_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_entry_stays before update or delete on ledger_entry for each row execute function ledger_entry_stays();

create function customer_balance_from_ledger() returns trigger language plpgsql as $$
begin
  if new.balance_cents <> old.balance_cents and pg_trigger_depth() < 2 then
    raise exception 'a balance changes through the ledger only';
  end if;
  return new;
end $$;
create trigger customer_balance_from_ledger before update on customer for each row execute function customer_balance_from_ledger();

-- ── what piles report ─────────────────────────────────────────────────────
-- One row a reading; order_id 0 is a reading outside any order. A repeated report finds its row.
create table reading (
  order_id bigint not null,
  at timestamptz not null, -- by the pile's clock
  pile_id bigint not null,
  connector_number int not null,
  energy_wh double precision, -- of the register, as the meter said it
  power_w bigint,
  current_ma bigint,
  voltage_mv bigint,
  soc int,
  received_at timestamptz not null default now(),
  primary key (order_id, at, pile_id, connector_number)
);
create index reading_latest on reading (pile_id, connector_number, at desc);

-- A report that belonged to no open order.
create table set_aside (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete cascade,
  action text not null,
  reason text not null,
  payload jsonb not null,
  payload_hash text not null,
  received_at timestamptz not null default now(),
  unique (pile_id, action, payload_hash) -- piles repeat themselves
);

create table alarm (
  id bigint generated always as identity primary key,
  code text not null,
  status text not null default 'open' check (status in ('open', 'processed', 'confirmed')),
  kind text not null check (kind in ('fault', 'offline', 'command', 'protocol')),
  site_id bigint references site on delete restrict,
  pile_id bigint not null references pile on delete cascade,
  connector_number int,
  message text,
  vendor_code text,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  handled_at timestamptz,
  handled_by text,
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index alarm_raised on alarm (raised_at desc);
create index alarm_pile on alarm (pile_id, raised_at desc);
create index alarm_open on alarm (status, raised_at desc);
-- One alarm for a fault that lasts, however often it is reported.
create unique index alarm_lasting on alarm (pile_id, coalesce(connector_number, -1), code) where cleared_at is null and status = 'open';

create table command (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete cascade,
  connector_number int,
  action text not null,
  payload text not null,
  status text not null default 'queued',
  answer text,
  asked_by text,
  sent_at timestamptz,
  answered_at timestamptz,
  effect_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index command_pile on command (pile_id, id desc);
create index command_open on command (id) where status in ('queued', 'sent', 'accepted');

-- Every frame in both directions. A call and its answer share a row where both are known when it is written, which halves
-- the cost of the log; an answer that comes later than its call's row has a row of its own, `content` holding it.
-- Error and type are read out of the frame itself when somebody looks.
create table frame (
  id bigint generated always as identity (cache 1000), -- not in order of time: order by at, id
  at timestamptz not null,
  connection bigint not null, -- one a socket
  station_number text not null,
  outgoing boolean not null, -- of `content`; `answer` went the other way
  unique_id text,
  command text,
  content text not null,
  answer text,
  answered_at timestamptz
) partition by range (at);
-- Catches what no day's partition takes, so that the log can never fail a report.
create table frame_other partition of frame default;
create index frame_at on frame (at desc);
create index frame_station on frame (station_number, at desc);
-- A unique id is looked for seldom and written always: a filter a block range costs a tenth of a tree of random keys.
create index frame_unique on frame using brin (unique_id text_bloom_ops) with (autosummarize = on);
create sequence connection_seq; -- one a start of the server; a socket's number is counted within
