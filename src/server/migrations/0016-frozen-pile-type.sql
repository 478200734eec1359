-- The type of the pile as it was when the order began: a pile that is given another type keeps its history.
alter table orders add column pile_type_id bigint references pile_type on delete restrict;

-- A million rows are written faster without what follows them; all of it is made anew below.
drop trigger tally_update on orders;
drop index if exists orders_started, orders_site, orders_pile, orders_energy, orders_total;
update orders set pile_type_id = pile.pile_type_id from pile where pile.id = orders.pile_id and pile.pile_type_id is not null;

select keep_tally('orders', 'started_at',
  array['site_id', 'pile_type_id', 'status', 'abnormal', 'type', 'pay_type', 'refund_status', 'close_method'],
  array['energy_wh', 'electricity_cents', 'service_cents', 'occupation_cents', 'total_cents', 'paid_cents', 'refunded_cents']);
select keep_tally_without('orders', array['site_id', 'pile_type_id']);

create index orders_started on orders (started_at desc, id desc)
  include (site_id, pile_type_id, status, abnormal, type, pay_type, refund_status, close_method, energy_wh, electricity_cents,
    service_cents, occupation_cents, total_cents, paid_cents, refunded_cents);
create index orders_site on orders (site_id, started_at desc, id desc)
  include (pile_type_id, status, abnormal, type, pay_type, refund_status, close_method, energy_wh, electricity_cents, service_cents,
    occupation_cents, total_cents, paid_cents, refunded_cents);
create index orders_pile on orders (pile_id, started_at desc, id desc)
  include (site_id, pile_type_id, status, abnormal, type, pay_type, refund_status, close_method, energy_wh, electricity_cents,
    service_cents, occupation_cents, total_cents, paid_cents, refunded_cents);
create index orders_energy on orders (energy_wh, id)
  include (started_at, site_id, pile_type_id, status, abnormal, type, pay_type, refund_status, close_method);
create index orders_total on orders (total_cents, id)
  include (started_at, site_id, pile_type_id, status, abnormal, type, pay_type, refund_status, close_method);
create index orders_pile_type on orders (pile_type_id);

-- A repeated request gets the very text of the first answer: jsonb keeps what it says, in an order of its own.
alter table idempotency alter column answer type json using answer::json;
