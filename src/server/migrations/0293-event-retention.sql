-- Events of transactions that are over are kept for a time (orders/forget-events.ts). The order says when they went: what its pile tells
-- of it afterwards is set aside.
alter table system_setting add column event_days int not null default 90 check (event_days between 30 and 3650);
alter table orders add column events_forgotten_at timestamptz;
create index orders_with_events on orders (stop_received_at)
where station_transaction_id is not null and events_forgotten_at is null and status in ('paid', 'unpaid') and abnormal is null;
