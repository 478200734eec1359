-- What a part of a day brought, and who was charging at a moment, is read from these indexes alone: the orders themselves lie on as many
-- pages as there are. Both are copies that are nothing until charging has ended, so a figure that runs is still written in its place.
-- A minute for ten million orders, which are read meanwhile; those before go in the next.
alter index orders_ended rename to orders_ended_before;
alter index orders_started rename to orders_started_before;
create index orders_ended on orders (ended_at) include (type, site_id, pile_id, time_zone, settled_energy_wh, settled_electricity_cents,
  settled_service_cents, occupation_cents) where ended_at is not null;
create index orders_started on orders (started_at desc, id desc) include (site_id, pile_type_id, status, abnormal, type, pay_type, refund_status,
  close_method, settled_energy_wh, settled_electricity_cents, settled_service_cents, occupation_cents, settled_total_cents, paid_cents, refunded_cents,
  charge_ended_at);

-- Which time zones orders are in: a part of a day is read zone by zone, and whether there are others than those of the sites was asked of
-- every order of that day.
create table order_zone (time_zone text primary key);
insert into order_zone select distinct time_zone from orders;
create function note_order_zone() returns trigger language plpgsql as $$
begin
  if not exists (select from order_zone where time_zone = new.time_zone) then
    insert into order_zone values (new.time_zone) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger order_zone_insert after insert on orders for each row execute function note_order_zone();
create trigger order_zone_update after update of time_zone on orders for each row execute function note_order_zone();
