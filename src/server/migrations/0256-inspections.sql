-- What is looked at on a pile, in order.
create table check_list (
  id bigint generated always as identity primary key,
  name text not null unique,
  items jsonb not null,
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- For which piles; without any for all.
create table check_list_pile_type (
  check_list_id bigint not null references check_list on delete cascade,
  pile_type_id bigint not null references pile_type on delete restrict,
  primary key (check_list_id, pile_type_id)
);
create index check_list_pile_type_type on check_list_pile_type (pile_type_id);

-- Every so many days, weeks or months a round at each of its sites.
create table inspection_plan (
  id bigint generated always as identity primary key,
  name text not null unique,
  check_list_id bigint not null references check_list on delete restrict,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  every int not null check (every >= 1),
  unit text not null check (unit in ('day', 'week', 'month')),
  starts_on date not null,
  days int not null check (days >= 0),
  assignee_id bigint references users on delete set null,
  role_id bigint references role on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index inspection_plan_check_list on inspection_plan (check_list_id);
create table inspection_plan_site (
  inspection_plan_id bigint not null references inspection_plan on delete cascade,
  site_id bigint not null references site on delete restrict,
  primary key (inspection_plan_id, site_id)
);
create index inspection_plan_site_site on inspection_plan_site (site_id);
create table inspection_plan_pile_type (
  inspection_plan_id bigint not null references inspection_plan on delete cascade,
  pile_type_id bigint not null references pile_type on delete restrict,
  primary key (inspection_plan_id, pile_type_id)
);
create index inspection_plan_pile_type_type on inspection_plan_pile_type (pile_type_id);

-- Whose a plan is: who reaches one of its sites, and who reaches piles there by their merchant, as they see the site.
create view inspection_plan_reach as
  select n.inspection_plan_id, n.site_id, p.merchant_id from inspection_plan_site n
  left join pile p on p.site_id = n.site_id and p.archived_at is null;

-- A round is one work order of a site, with a row of `inspection` for each pile. A list that is changed later does not change what was asked.
alter table work_order alter column pile_id drop not null;
alter table work_order
  add column plan_id bigint references inspection_plan on delete set null,
  add column round_on date,
  add column role_id bigint references role on delete set null,
  add column check_list jsonb,
  add column piles int,
  add column piles_done int,
  add column piles_failed int,
  add constraint work_order_at_pile check (pile_id is not null or piles is not null);
-- A second server, or a second look, makes no second round.
create unique index work_order_round on work_order (plan_id, site_id, round_on) where plan_id is not null;
create index work_order_role on work_order (role_id) where role_id is not null;
-- What is to be done, by when: to-dos ask for it.
create index work_order_open on work_order (due_on, id) where state in ('planned', 'under_way');

create table inspection (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_order on delete cascade,
  pile_id bigint not null references pile on delete cascade,
  site_id bigint references site on delete set null,
  check_list text not null,
  state text not null default 'due' check (state in ('due', 'overdue', 'ok', 'not_ok', 'left')),
  due_on date,
  -- By the item's place in the list: what was said of it last, when, and by whom.
  answers jsonb not null default '{}',
  trouble text,
  inspected_at timestamptz,
  inspected_by text,
  photos text[],
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (work_order_id, pile_id)
);
create index inspection_pile on inspection (pile_id, inspected_at desc);
create index inspection_site on inspection (site_id, due_on);
create index inspection_due on inspection (due_on) where state = 'due';
create index inspection_newest on inspection (due_on desc, id desc);
create trigger inspection_photos after delete on inspection for each row when (old.photos is not null)
  execute function release_photos('inspection');
-- Of which item of a check list a photo is.
alter table photo add column item int;

-- What a pile that was not inspected is, by its round: a round that ends or is put off takes it along.
create function inspection_standing(round work_order) returns text language sql stable as $$
  select case when round.state in ('done', 'cancelled') then 'left'
    when round.due_on < (now() at time zone coalesce((select time_zone from site where id = round.site_id), 'UTC'))::date then 'overdue'
    else 'due' end
$$;
create function follow_round() returns trigger language plpgsql as $$
begin
  update inspection set due_on = new.due_on, state = inspection_standing(new), version = version + 1, updated_at = now()
    where work_order_id = new.id and state in ('due', 'overdue', 'left');
  return null;
end $$;
create trigger work_order_round_moves after update of state, due_on on work_order for each row
  when (new.piles is not null and (old.state, old.due_on) is distinct from (new.state, new.due_on))
  execute function follow_round();
