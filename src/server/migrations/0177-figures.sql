-- What orders and refunds come to, kept so that no year of orders has to be added up when somebody looks. A fact is what one order or
-- one refund adds; days are by the clock of the order's own site. Whatever changes a fact leaves two changes, the old one taken off
-- and the new one added, in its own transaction: kept figures and changes together are right at every moment. A task adds changes to
-- what is kept (src/server/kit/figures).
drop trigger daily_figures_insert on orders;
drop trigger daily_figures_update on orders;
drop trigger daily_figures_delete on orders;
drop trigger daily_figures_truncate on orders;
drop function note_late_orders(), note_late_order(), forget_daily_figures();
drop table daily_figures, daily_figures_range, daily_figures_note;

-- By sites: no day or month needs more. `facts` tells whether there is anything at all.
create table figures_site (
  day date not null,
  site_id bigint,
  facts bigint not null,
  sessions bigint not null,
  energy_wh bigint not null,
  electricity_cents bigint not null,
  service_cents bigint not null,
  occupation_cents bigint not null,
  cost_cents bigint not null,
  refunded_cents bigint not null,
  charging_seconds bigint not null,
  occupied_seconds bigint not null,
  failed_sessions bigint not null
);
create table figures_gun (like figures_site, pile_id bigint not null, connector_number int not null, pile_type_id bigint);
-- `clock` is a weekday and an hour at the site (1-19): sessions when they began, charging when it was.
create table figures_clock (like figures_site, clock text not null);
create table figures_reason (like figures_site, stop_reason text);
create table figures_band (like figures_site, band text);
create unique index figures_site_key on figures_site (day, site_id) nulls not distinct;
create unique index figures_gun_key on figures_gun (day, pile_id, connector_number, site_id, pile_type_id) nulls not distinct;
create unique index figures_clock_key on figures_clock (day, site_id, clock) nulls not distinct;
create unique index figures_reason_key on figures_reason (day, site_id, stop_reason) nulls not distinct;
create unique index figures_band_key on figures_band (day, site_id, band) nulls not distinct;
-- Somebody's few piles are looked up, and what a site had, over years.
create index figures_gun_pile on figures_gun (pile_id, day);
create index figures_gun_site on figures_gun (site_id, day);

-- Days before `built_until` are kept; those from it on are read from the orders until the task has been there.
create table figures_state (single boolean primary key default true check (single), built_until date not null);
insert into figures_state (built_until) select case when exists (select from orders) then '-infinity' else 'infinity' end::date;

-- What an order or a refund adds (`facts` 1), or takes off again (-1: all its figures are below zero then).
create table figures_change (
  at timestamptz, -- when it counts
  day date,
  site_id bigint,
  pile_id bigint,
  connector_number int,
  pile_type_id bigint,
  stop_reason text,
  customer_id bigint,
  card_number text,
  time_zone text,
  started_at timestamptz,
  charge_ended_at timestamptz,
  lines jsonb,
  facts bigint,
  sessions bigint,
  energy_wh bigint,
  electricity_cents bigint,
  service_cents bigint,
  occupation_cents bigint,
  cost_cents bigint,
  refunded_cents bigint,
  charging_seconds bigint,
  occupied_seconds bigint,
  failed_sessions bigint
);

-- A supplement bills a session that was counted with its first order; less than a tenth of a kilowatt-hour is a start that did not
-- charge a car. Seconds are whole for each order, so that they come to the same by whatever groups.
create function order_fact(o orders, sign int) returns setof figures_change language sql immutable as $$
  select o.ended_at, (o.ended_at at time zone o.time_zone)::date, o.site_id, o.pile_id, o.connector_number, o.pile_type_id, o.stop_reason,
    o.customer_id, o.card_number, o.time_zone, o.started_at, o.charge_ended_at, o.lines, sign::bigint,
    case when o.type <> 'supplement' then sign else 0 end::bigint, sign * o.energy_wh, sign * o.electricity_cents, sign * o.service_cents,
    sign * o.occupation_cents, sign * o.cost_cents, 0::bigint,
    case when o.type <> 'supplement' then sign * floor(greatest(0, extract(epoch from o.charge_ended_at - o.started_at))) else 0 end::bigint,
    case when o.type <> 'supplement' then sign * floor(greatest(0, extract(epoch from o.unplugged_at - o.charge_ended_at))) else 0 end::bigint,
    case when o.type <> 'supplement' and o.energy_wh < 100 then sign else 0 end::bigint
  where o.ended_at is not null
$$;
-- Paid back, whenever its order ended.
create function refund_fact(o orders, refunded_at timestamptz, amount_cents bigint, sign int) returns setof figures_change language sql immutable as $$
  select refunded_at, (refunded_at at time zone o.time_zone)::date, o.site_id, o.pile_id, o.connector_number, o.pile_type_id, o.stop_reason,
    o.customer_id, o.card_number, o.time_zone, o.started_at, o.charge_ended_at, o.lines, sign::bigint,
    0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, sign * amount_cents, 0::bigint, 0::bigint, 0::bigint
  where refunded_at is not null
$$;
create view fact as
  select f.* from orders o cross join lateral order_fact(o, 1) f
  union all
  select f.* from refund r join orders o on o.id = r.order_id cross join lateral refund_fact(o, r.refunded_at, r.amount_cents, 1) f;

create function note_order_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into figures_change select * from order_fact(old, -1); end if;
  if tg_op <> 'DELETE' then insert into figures_change select * from order_fact(new, 1); end if;
  -- What was paid back for it belongs where it belongs.
  if tg_op = 'UPDATE' then
    insert into figures_change
      select f.* from refund r cross join lateral (
        select * from refund_fact(old, r.refunded_at, r.amount_cents, -1) union all
        select * from refund_fact(new, r.refunded_at, r.amount_cents, 1)) f where r.order_id = new.id;
  end if;
  return null;
end $$;
create trigger figures_insert after insert on orders for each row when (new.ended_at is not null) execute function note_order_change();
create trigger figures_delete after delete on orders for each row when (old.ended_at is not null) execute function note_order_change();
create trigger figures_update after update on orders for each row
  when ((old.ended_at is not null or new.ended_at is not null) and
    (old.ended_at, old.type, old.site_id, old.pile_id, old.connector_number, old.pile_type_id, old.stop_reason, old.time_zone, old.started_at,
      old.charge_ended_at, old.unplugged_at, old.energy_wh, old.electricity_cents, old.service_cents, old.occupation_cents, old.cost_cents, old.lines)
    is distinct from
    (new.ended_at, new.type, new.site_id, new.pile_id, new.connector_number, new.pile_type_id, new.stop_reason, new.time_zone, new.started_at,
      new.charge_ended_at, new.unplugged_at, new.energy_wh, new.electricity_cents, new.service_cents, new.occupation_cents, new.cost_cents, new.lines))
  execute function note_order_change();

create function note_refund_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figures_change select f.* from orders o cross join lateral refund_fact(o, old.refunded_at, old.amount_cents, -1) f where o.id = old.order_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into figures_change select f.* from orders o cross join lateral refund_fact(o, new.refunded_at, new.amount_cents, 1) f where o.id = new.order_id;
  end if;
  return null;
end $$;
create trigger figures_insert after insert on refund for each row when (new.refunded_at is not null) execute function note_refund_change();
create trigger figures_delete after delete on refund for each row when (old.refunded_at is not null) execute function note_refund_change();
create trigger figures_update after update on refund for each row
  when ((old.refunded_at, old.amount_cents, old.order_id) is distinct from (new.refunded_at, new.amount_cents, new.order_id))
  execute function note_refund_change();

create function forget_figures() returns trigger language plpgsql as $$
begin
  delete from figures_site; delete from figures_gun; delete from figures_clock; delete from figures_reason; delete from figures_band;
  delete from figures_change;
  return null;
end $$;
create trigger figures_truncate after truncate on orders for each statement execute function forget_figures();

-- What ended on a part of a day is read from here, without an order.
drop index orders_income;
create index orders_income on orders (ended_at) include
  (electricity_cents, service_cents, occupation_cents, energy_wh, type, site_id, pile_id, time_zone) where ended_at is not null;
