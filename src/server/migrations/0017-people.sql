create table dept (
  id bigint generated always as identity primary key,
  parent_id bigint constraint dept_parent_id_fkey references dept,
  name text not null,
  status text not null default 'normal' check (status in ('normal', 'disabled')),
  sort int not null default 0,
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint dept_name_key unique nulls not distinct (parent_id, name),
  constraint dept_parent_id_check check (parent_id <> id)
);

alter table users
  add column avatar text,
  add column phone text,
  add column email text,
  add column dept_id bigint constraint users_dept_id_fkey references dept on delete restrict,
  add column language text check (language in ('en', 'zh-CN')),
  add column remark text,
  add column archived_at timestamptz;
create index users_dept on users (dept_id);
-- A phone or an address finds one person; an account stays its person's for ever, since the audit names them by it.
create unique index users_phone_key on users (phone) where archived_at is null;
create unique index users_email_key on users (lower(email)) where archived_at is null;
create index user_role_of on user_role (role_id);
-- Who did something has a history.
create index audit_entry_user on audit_entry (user_id, id desc);

alter table role add column parent_id bigint constraint role_parent_id_fkey references role;
alter table role add constraint role_parent_id_check check (parent_id <> id);
alter table role add constraint role_alias_key unique (alias);
create index role_parent on role (parent_id);

-- Built-in entries follow the catalogue by their names; `seed` is what it said last, so what differs from it was changed here.
create table menu (
  id bigint generated always as identity primary key,
  parent_id bigint constraint menu_parent_id_fkey references menu on delete set null,
  name text not null constraint menu_name_key unique,
  built_in boolean not null default false,
  type text not null check (type in ('menu', 'iframe', 'link', 'button')),
  title text, -- a key of the words; without one both titles are given
  title_en text,
  title_zh text,
  icon text,
  path text,
  url text, -- of an iframe or a link
  component text,
  permission text,
  api_list jsonb not null default '[]', -- [{ code, url }]: more permissions that it gives
  sort int not null default 0,
  hidden boolean not null default false,
  hide_breadcrumb boolean not null default false,
  affix boolean not null default false,
  fullpage boolean not null default false,
  active text, -- the path that the navigation marks while it is open
  seed jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint menu_parent_id_check check (parent_id <> id)
);
create unique index menu_path_key on menu (path) where path is not null;
create index menu_parent on menu (parent_id);

create table role_menu (
  role_id bigint not null references role on delete cascade,
  menu_id bigint not null references menu on delete cascade,
  primary key (role_id, menu_id)
);
create index role_menu_of on role_menu (menu_id);

-- What one person has beyond their roles, or has not although their roles have it.
create table user_route (
  user_id bigint not null references users on delete cascade,
  menu_id bigint not null references menu on delete cascade,
  effect text not null check (effect in ('add', 'remove')),
  primary key (user_id, menu_id)
);
create index user_route_of on user_route (menu_id);

create view menu_code as
  select id as menu_id, permission as code from menu where permission is not null
  union
  select m.id, api ->> 'code' from menu m, jsonb_array_elements(m.api_list) api where api ->> 'code' <> '';

-- The only place that says what a role allows, whether it is in force or not.
create view role_grant as
  select r.id as role_id,
    array(
      select unnest(r.permissions)
      union
      select c.code from role_menu rm join menu_code c using (menu_id) where rm.role_id = r.id
      order by 1
    ) as permissions
  from role r;

-- What is taken from a person by one entry of the menu stays theirs if another of their entries gives it too.
create view user_adjustment as
  select u.user_id,
    array(
      select distinct c.code from user_route a join menu_code c using (menu_id)
      where a.user_id = u.user_id and a.effect = 'add' order by 1
    ) as added,
    array(
      select c.code from user_route a join menu_code c using (menu_id)
      where a.user_id = u.user_id and a.effect = 'remove'
      except
      select c.code from user_route a join menu_code c using (menu_id)
      where a.user_id = u.user_id and a.effect = 'add'
      except
      select c.code from user_role ur
        join role r on r.id = ur.role_id and r.status = 'normal'
        join role_menu rm on rm.role_id = r.id
        join menu_code c using (menu_id)
      where ur.user_id = u.user_id
        and not exists (select from user_route x where x.user_id = u.user_id and x.menu_id = rm.menu_id and x.effect = 'remove')
      order by 1
    ) as removed
  from (select distinct user_id from user_route) u;
