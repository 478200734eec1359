-- What an administrator sets while the server runs: the one record of its kind.
create table system_setting (
  id bigint primary key default 1 check (id = 1),
  product_name text not null default 'Chargedeck',
  demo_endpoints boolean not null default true,
  registration_open boolean not null default true,
  agreement_en text,
  agreement_zh text,
  idle_minutes int not null default 60 check (idle_minutes between 5 and 1440),
  public_protocol_log boolean not null default true,
  local_encryption boolean not null default true,
  log_days int not null default 400,
  message_days int not null default 90,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into system_setting default values;
