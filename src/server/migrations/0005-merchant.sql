create table merchant (
  id bigint generated always as identity primary key,
  name text not null unique,
  address text,
  contact text,
  phone text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
