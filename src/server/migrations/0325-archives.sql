-- Before a week of readings goes it may be written into the file store (archives/archive-tables.ts). This says what is there.
create table archive (
  id bigint generated always as identity primary key,
  name text not null unique,
  kind text not null,
  rows bigint not null,
  size_bytes bigint not null,
  sha256 text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table system_setting add column archive_readings boolean not null default false;
