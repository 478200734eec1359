-- What people saved of a list: its search, filters, order and columns, for themselves or for everybody.
create table list_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  list text not null,
  name text not null,
  shared boolean not null default false,
  state jsonb not null,
  columns jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint list_view_name_key unique (user_id, list, name)
);
create index list_view_of on list_view (list) where shared;

-- The view with which somebody's list starts: one of their own, or one that is shared.
create table list_view_default (
  user_id bigint not null references users on delete cascade,
  list text not null,
  view_id bigint not null references list_view on delete cascade,
  primary key (user_id, list)
);
create index list_view_default_view on list_view_default (view_id);
