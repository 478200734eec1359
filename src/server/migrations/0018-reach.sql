-- ── for which records a role's rights hold ────────────────────────────────
alter table role add column data_scope text not null default 'all'
  check (data_scope in ('all', 'merchants', 'sites', 'department'));

create table role_site (
  role_id bigint not null references role on delete cascade,
  site_id bigint not null references site on delete cascade,
  primary key (role_id, site_id)
);
create index role_site_of on role_site (site_id);

create table role_merchant (
  role_id bigint not null references role on delete cascade,
  merchant_id bigint not null references merchant on delete cascade,
  primary key (role_id, merchant_id)
);
create index role_merchant_of on role_merchant (merchant_id);

alter table site add column dept_id bigint constraint site_dept_id_fkey references dept on delete restrict;
create index site_dept on site (dept_id);

-- A department with all below it.
create function depts_from(dept bigint) returns bigint[] language sql stable as $$
  with recursive below as (
    select id from dept d where d.id = dept
    union
    select d.id from dept d join below b on d.parent_id = b.id)
  select coalesce(array_agg(id order by id), '{}') from below
$$;

-- What a data scope comes to now; null is everything. `sites` and `merchants` are those that it names, `dept` is whose it is.
create function reach_of(data_scope text, sites bigint[], merchants bigint[], dept bigint) returns jsonb language sql stable as $$
  select case data_scope when 'all' then null else jsonb_build_object(
    'sites', case data_scope
      when 'sites' then to_jsonb(sites)
      when 'department' then (select coalesce(jsonb_agg(s.id order by s.id), '[]') from site s where s.dept_id = any(depts_from(dept)))
      else '[]' end,
    'piles', case data_scope
      when 'merchants' then (select coalesce(jsonb_agg(p.id order by p.id), '[]') from pile p where p.merchant_id = any(merchants))
      else '[]' end,
    'merchants', case data_scope when 'merchants' then to_jsonb(merchants) else '[]' end,
    'depts', case data_scope when 'department' then to_jsonb(depts_from(dept)) else '[]' end) end
$$;

-- ── whose a customer is: theirs where they charged, and theirs who made them ──
-- A client app counts below zero, so these point nowhere.
alter table customer add column created_by bigint;
alter table card add column created_by bigint;
create index customer_created_by on customer (created_by) where created_by is not null;
create index card_created_by on card (created_by) where created_by is not null;

-- Where customers have charged: a million orders are some thousand places.
create table customer_place (
  customer_id bigint not null references customer on delete cascade,
  pile_id bigint not null references pile on delete cascade,
  site_id bigint references site on delete cascade,
  constraint customer_place_key unique nulls not distinct (customer_id, pile_id, site_id)
);
create index customer_place_site on customer_place (site_id, customer_id);
create index customer_place_pile on customer_place (pile_id, customer_id);

insert into customer_place (customer_id, pile_id, site_id)
  select distinct customer_id, pile_id, site_id from orders where customer_id is not null;

create function note_customer_places() returns trigger language plpgsql as $$
begin
  insert into customer_place (customer_id, pile_id, site_id)
    select distinct customer_id, pile_id, site_id from is_now where customer_id is not null
    on conflict do nothing;
  return null;
end $$;
create trigger customer_place_insert after insert on orders referencing new table as is_now
  for each statement execute function note_customer_places();

-- An order's customer may turn out later; its meter changes all the time, and that is no matter here.
create function note_customer_place() returns trigger language plpgsql as $$
begin
  insert into customer_place (customer_id, pile_id, site_id) values (new.customer_id, new.pile_id, new.site_id)
    on conflict do nothing;
  return null;
end $$;
create trigger customer_place_update after update of customer_id, pile_id, site_id on orders for each row
  when (new.customer_id is not null and
    (new.customer_id, new.pile_id, new.site_id) is distinct from (old.customer_id, old.pile_id, old.site_id))
  execute function note_customer_place();
