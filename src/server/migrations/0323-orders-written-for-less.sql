-- What an order costs so far is written over and over while it charges, and each time all of its indexes heard of it: six of them held its
-- figures, to sort by and to add up. They hold copies from here on that are nothing until its charging has ended, so that a figure is written in
-- its place (HOT). Whoever sorts or adds up reads the copies, and what charges now beside them (Tally.running in src/shared/kit/entity.ts).
-- The table is written anew for it: half a minute for a million orders.
alter table orders
  add column settled_energy_wh bigint not null generated always as (case when status = 'generated' then 0 else energy_wh end) stored,
  add column settled_electricity_cents bigint not null generated always as (case when status = 'generated' then 0 else electricity_cents end) stored,
  add column settled_service_cents bigint not null generated always as (case when status = 'generated' then 0 else service_cents end) stored,
  add column settled_total_cents bigint not null generated always as (case when status = 'generated' then 0 else total_cents end) stored;
-- Room on each page for what charges there.
alter table orders set (fillfactor = 85);

drop index orders_started, orders_site, orders_pile, orders_energy, orders_total, orders_income, orders_status, orders_pay_type, orders_close_method;
create index orders_started on orders (started_at desc, id desc) include (site_id, pile_type_id, status, abnormal, type, pay_type, refund_status,
  close_method, settled_energy_wh, settled_electricity_cents, settled_service_cents, occupation_cents, settled_total_cents, paid_cents, refunded_cents);
create index orders_site on orders (site_id, started_at desc, id desc) include (pile_type_id, status, abnormal, type, pay_type, refund_status,
  close_method, settled_energy_wh, settled_electricity_cents, settled_service_cents, occupation_cents, settled_total_cents, paid_cents, refunded_cents,
  number, card_number, plate);
create index orders_pile on orders (pile_id, started_at desc, id desc) include (site_id, pile_type_id, status, abnormal, type, pay_type, refund_status,
  close_method, settled_energy_wh, settled_electricity_cents, settled_service_cents, occupation_cents, settled_total_cents, paid_cents, refunded_cents,
  number, card_number, plate);
create index orders_energy on orders (settled_energy_wh, id) include (started_at, site_id, pile_type_id, status, abnormal, type, pay_type,
  refund_status, close_method);
create index orders_total on orders (settled_total_cents, id) include (started_at, site_id, pile_type_id, status, abnormal, type, pay_type,
  refund_status, close_method);
-- The figures of days are kept; what is left to find by its end is a day's orders of a site at most.
create index orders_ended on orders (ended_at) include (type, site_id, pile_id, time_zone) where ended_at is not null;
-- What nearly every order is, or is not yet, nobody looks for by an index.
create index orders_status on orders (status, id desc) where status <> 'paid';
create index orders_pay_type on orders (pay_type) where pay_type is not null;
create index orders_close_method on orders (close_method) where close_method is not null;
