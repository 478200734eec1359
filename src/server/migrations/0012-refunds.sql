-- What an order has of refunds. The sums follow from the table refund; only its trigger writes them.
alter table orders add column refund_status text;
alter table orders add constraint orders_refund_status_check
  check (refund_status in ('unreviewed', 'reviewed', 'refunding', 'refunded', 'refund_failed'));
alter table orders add column refunded_cents bigint not null default 0;
alter table orders add column refunding_cents bigint not null default 0; -- asked for and neither paid back nor given up
alter table orders add column refunded_at timestamptz;
-- Whoever asks, and however many at once: no more goes back than came in.
alter table orders add constraint orders_refunded_cents_check
  check (refunded_cents >= 0 and refunding_cents >= 0 and refunded_cents + refunding_cents <= paid_cents);
create index orders_refund_status on orders (refund_status, id desc) where refund_status is not null;

-- The order whose open amount a supplement took over: once.
alter table orders add column origin_id bigint references orders on delete restrict;
create unique index orders_origin on orders (origin_id) where origin_id is not null;

-- A supplement bills a session that was counted with its first order.
drop index orders_income;
create index orders_income on orders (ended_at)
  include (electricity_cents, service_cents, occupation_cents, energy_wh, type) where ended_at is not null;

create sequence refund_number_seq;
create table refund (
  id bigint generated always as identity primary key,
  number text not null unique,
  order_id bigint not null references orders on delete restrict,
  site_id bigint references site on delete restrict,
  customer_id bigint references customer on delete restrict,
  status text not null default 'unreviewed' check (status in
    ('unreviewed', 'reviewed', 'refunding', 'refunded', 'refund_failed', 'rejected', 'withdrawn')),
  amount_cents bigint not null check (amount_cents > 0),
  way text not null check (way in ('balance', 'card', 'wechat', 'alipay')),
  reason text not null,
  reference text,
  failure text,
  asked_by text not null,
  asked_by_id bigint not null,
  reviewed_by text,
  reviewed_at timestamptz,
  review_remark text,
  paid_by text,
  refunded_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint refund_customer_id_check check (way <> 'balance' or customer_id is not null),
  constraint refund_refunded_at_check check ((status = 'refunded') = (refunded_at is not null))
);
create index refund_order on refund (order_id);
create index refund_status on refund (status, id desc);
create index refund_customer on refund (customer_id, id desc);
create index refund_site on refund (site_id, id desc);
create index refund_paid_back on refund (refunded_at desc) include (amount_cents) where refunded_at is not null;
create index refund_amount on refund (amount_cents, id);

-- The order's row is locked before its refunds are added up: what two people ask for at once counts for both.
create function refund_on_order() returns trigger language plpgsql as $$
declare
  concerned bigint := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  perform from orders where id = concerned for update;
  update orders set
    refunded_cents = of_order.refunded,
    refunding_cents = of_order.under_way,
    refunded_at = of_order.refunded_at,
    refund_status = coalesce(of_order.newest_under_way, case when of_order.refunded > 0 then 'refunded' end),
    version = version + 1,
    updated_at = now()
  from (
    select coalesce(sum(amount_cents) filter (where status = 'refunded'), 0) as refunded,
      coalesce(sum(amount_cents) filter (where is_under_way), 0) as under_way,
      max(refund.refunded_at) as refunded_at,
      (array_agg(status order by id desc) filter (where is_under_way))[1] as newest_under_way
    from refund, lateral (select status in ('unreviewed', 'reviewed', 'refunding', 'refund_failed') as is_under_way) as now
    where order_id = concerned) of_order
  where orders.id = concerned;
  return null;
end $$;
create trigger refund_on_order after insert or update of status, amount_cents or delete on refund
  for each row execute function refund_on_order();

-- What has been paid back, refused or taken back stays so; an amount never changes once it was asked for.
create function refund_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a refund is never erased';
  end if;
  if old.status in ('refunded', 'rejected', 'withdrawn') or (new.order_id, new.amount_cents, new.way)
    is distinct from (old.order_id, old.amount_cents, old.way) then
    raise exception 'refund % is over, or was asked for otherwise', old.number;
  end if;
  return new;
end $$;
create trigger refund_stays before update or delete on refund for each row execute function refund_stays();

-- Money for an order that came by another way than the customer's balance.
create table payment (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete restrict,
  site_id bigint references site on delete restrict,
  customer_id bigint references customer on delete restrict,
  way text not null check (way in ('card', 'wechat', 'alipay')),
  amount_cents bigint not null check (amount_cents > 0),
  reference text not null,
  remark text,
  entered_by text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One receipt of a terminal pays an order once.
create unique index payment_reference on payment (upper(reference), way, order_id);
create index payment_order on payment (order_id);
create index payment_customer on payment (customer_id, id desc);
create index payment_site on payment (site_id, id desc);
create index payment_created on payment (created_at desc, id desc);

-- Money that passes through a balance without staying there: in and out again, two entries of one transaction.
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check
  check (kind in ('top_up', 'charge', 'refund', 'correction', 'collected', 'paid_out'));
create index ledger_entry_order on ledger_entry (order_id) where order_id is not null;

select keep_row_count(counted) from unnest(array['refund', 'payment']) counted;
