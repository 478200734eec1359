-- Planned work at a site, or at some piles of it. What it covers is worked out from these tables whenever it is asked: nothing has to be
-- done at its start or its end, so nothing can be missed.
create table maintenance (
  id bigint generated always as identity primary key,
  site_id bigint not null references site on delete restrict,
  work text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Ended early, or called off before it began.
  ended_at timestamptz,
  -- When it is over, whichever way.
  over_at timestamptz not null generated always as (least(ends_at, ended_at)) stored,
  -- For lists alone; a task keeps it. What counts are the times.
  state text not null default 'planned' check (state in ('planned', 'under_way', 'over', 'cancelled')),
  made_by text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint maintenance_ends_at_check check (ends_at > starts_at)
);
create index maintenance_site on maintenance (site_id, over_at);
create index maintenance_over on maintenance (over_at);
-- Without any it is at the whole site; so a pile that is named here is not erased.
create table maintenance_pile (
  maintenance_id bigint not null references maintenance on delete cascade,
  pile_id bigint not null references pile on delete restrict,
  primary key (maintenance_id, pile_id)
);
create index maintenance_pile_pile on maintenance_pile (pile_id);

create function maintenance_state(m maintenance) returns text language sql stable as $$
  select case when m.ended_at <= m.starts_at then 'cancelled' when least(m.ends_at, m.ended_at) <= now() then 'over'
    when m.starts_at <= now() then 'under_way' else 'planned' end
$$;
create function set_maintenance_state() returns trigger language plpgsql as $$
begin
  new.state := maintenance_state(new);
  return new;
end $$;
create trigger maintenance_state before insert or update on maintenance for each row execute function set_maintenance_state();

-- At which site a pile stood from when to when: work at a whole site covers those that stood there at the time.
create table pile_stay (
  pile_id bigint not null references pile on delete cascade,
  site_id bigint not null references site on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null default 'infinity'
);
create index pile_stay_pile on pile_stay (pile_id, to_at);
create index pile_stay_site on pile_stay (site_id, to_at);
insert into pile_stay (pile_id, site_id, from_at) select id, site_id, '-infinity' from pile where site_id is not null;
create function note_pile_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update pile_stay set to_at = now() where pile_id = new.id and to_at = 'infinity';
  end if;
  if new.site_id is not null then
    insert into pile_stay (pile_id, site_id, from_at)
      values (new.id, new.site_id, case when tg_op = 'INSERT' then '-infinity' else now() end);
  end if;
  return null;
end $$;
create trigger pile_stay_insert after insert on pile for each row when (new.site_id is not null) execute function note_pile_stay();
create trigger pile_stay_update after update of site_id on pile for each row
  when (old.site_id is distinct from new.site_id) execute function note_pile_stay();

-- When each pile is under planned maintenance; one pile may be in several at a time.
create view maintenance_span as
  select m.id as maintenance_id, named.pile_id, m.starts_at, m.over_at as ends_at
  from maintenance m join maintenance_pile named on named.maintenance_id = m.id where m.over_at > m.starts_at
  union all
  select m.id, stay.pile_id, greatest(m.starts_at, stay.from_at), least(m.over_at, stay.to_at)
  from maintenance m join pile_stay stay on stay.site_id = m.site_id and stay.to_at > m.starts_at and stay.from_at < m.over_at
  where m.over_at > m.starts_at and not exists (select from maintenance_pile named where named.maintenance_id = m.id);

create function is_planned(pile bigint, at timestamptz) returns boolean language sql stable as
  'select exists (select from maintenance_span where pile_id = pile and starts_at <= at and ends_at > at)';
