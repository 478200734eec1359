-- Screens on walls: what each shows and with which role, and the one screen that was let in to show it.
create table wall_display (
  id bigint generated always as identity primary key,
  name text not null unique,
  status text not null default 'normal' check (status in ('normal', 'disabled')),
  role_id bigint references role on delete set null,
  dashboard boolean not null default true,
  widgets text[],
  seconds int not null check (seconds between 5 and 3600),
  language text not null,
  theme text not null check (theme in ('dark', 'light')),
  last_seen_at timestamptz,
  let_in_at timestamptz,
  let_in_by_id bigint references users on delete set null,
  address text,
  browser text,
  -- Of the key that the screen has. It does not run out: it is ended.
  key_hash text unique,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index wall_display_role on wall_display (role_id);
create index wall_display_let_in_by on wall_display (let_in_by_id);

-- The roles whose dashboards it turns.
create table wall_display_layout (
  wall_display_id bigint not null references wall_display on delete cascade,
  layout_id bigint not null references role on delete cascade,
  primary key (wall_display_id, layout_id)
);
create index wall_display_layout_layout on wall_display_layout (layout_id);

-- A screen that waits to be let in: its code in the picture, its secret in the page.
create table wall_code (
  code_hash text primary key,
  secret_hash text not null unique,
  state text not null default 'pending' check (state in ('pending', 'scanned', 'confirmed', 'refused')),
  user_id bigint references users on delete cascade,
  wall_display_id bigint references wall_display on delete cascade,
  address text not null,
  agent text not null,
  expires_at timestamptz not null
);
create index wall_code_user on wall_code (user_id);
create index wall_code_display on wall_code (wall_display_id);
create index wall_code_expires on wall_code (expires_at);

-- Why a key is good no more: the screen that comes with it says so.
create table wall_ended (
  key_hash text primary key,
  why text not null check (why in ('signed_out', 'replaced', 'disabled', 'deleted', 'role')),
  ended_at timestamptz not null default now()
);
create index wall_ended_at on wall_ended (ended_at);

create function wall_display_deleted() returns trigger language plpgsql as $$
begin
  insert into wall_ended (key_hash, why) values (old.key_hash, 'deleted') on conflict do nothing;
  return null;
end $$;
create trigger wall_display_deleted after delete on wall_display for each row when (old.key_hash is not null)
  execute function wall_display_deleted();
