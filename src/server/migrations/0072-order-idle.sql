-- When a connector said, by our clock, that nothing runs there though its order is open: it frees the order's card elsewhere.
alter table orders add column idle_at timestamptz;
