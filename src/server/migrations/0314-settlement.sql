-- What piles say of payments at their terminals (OCPP 2.1, C19 to C22), and of VAT numbers that were typed there. It changes no bill.
create table settlement (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile (id) on delete cascade,
  site_id bigint references site (id) on delete set null,
  order_id bigint references orders (id) on delete set null, -- null: it belongs to none, or to one that is not here yet
  transaction_id text, -- the pile's own name of it
  reference text not null, -- the payment's, or the VAT number
  status text not null check (status in ('settled', 'canceled', 'rejected', 'failed', 'vat_asked')),
  amount_cents bigint,
  settled_at timestamptz,
  info text,
  receipt_number text,
  receipt_url text,
  vat_number text,
  company text,
  times int not null default 1,
  received_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Said again, it is the same one.
create unique index settlement_same on settlement
  (pile_id, reference, status, coalesce(transaction_id, ''), coalesce(amount_cents, 0), coalesce(settled_at, '-infinity'));
create index settlement_order on settlement (order_id);
create index settlement_site on settlement (site_id);
create index settlement_received on settlement (received_at desc, id desc);
create index settlement_unmatched on settlement (pile_id, transaction_id) where order_id is null and transaction_id is not null;
