-- A statement that is sent each month, and what goes along with a message.
create table statement_delivery (
  id bigint generated always as identity primary key,
  name text not null,
  merchant_id bigint references merchant on delete cascade,
  site_id bigint references site on delete cascade,
  email text not null,
  language text not null,
  day int not null check (day between 2 and 28),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  sent_month text,
  sent_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(merchant_id, site_id) = 1)
);
create index statement_delivery_merchant on statement_delivery (merchant_id);
create index statement_delivery_site on statement_delivery (site_id);
create table message_attachment (
  message_id bigint primary key references message on delete cascade,
  name text not null,
  type text not null,
  content bytea not null
);
