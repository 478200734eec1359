-- How the dashboard is laid out: for a person, for a role, or (neither) for everybody. Without any of them it is as built in.
create table dashboard_layout (
  id bigint generated always as identity primary key,
  user_id bigint unique references users on delete cascade,
  role_id bigint unique references role on delete cascade,
  widgets jsonb not null check (jsonb_typeof(widgets) = 'array' and octet_length(widgets::text) <= 65536),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(user_id, role_id) <= 1)
);
create unique index dashboard_layout_everybody on dashboard_layout ((true)) where user_id is null and role_id is null;
