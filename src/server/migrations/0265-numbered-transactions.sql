-- Transactions that piles name by themselves and report in numbered events (OCPP 2.0.1). The order follows from all of them.
create table transaction_event (
  pile_id bigint not null references pile (id) on delete cascade,
  transaction_id text not null,
  seq_no int not null,
  kind text not null check (kind in ('started', 'updated', 'ended')),
  at timestamptz not null,
  received_at timestamptz not null,
  said jsonb not null,
  primary key (pile_id, transaction_id, seq_no)
);

-- The pile's own name for it, unique at this pile alone; and how many of its events are not here yet.
alter table orders add column station_transaction_id text;
alter table orders add column missing_events int;
create unique index orders_station_transaction on orders (pile_id, station_transaction_id) where station_transaction_id is not null;
