-- A vendor's own message, saved to be sent to piles again.
create table vendor_message (
  id bigint generated always as identity primary key,
  name text not null,
  vendor_id text not null,
  message_id text,
  data text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vendor_message_name on vendor_message (vendor_id, name);
