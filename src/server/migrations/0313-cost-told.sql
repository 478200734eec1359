-- What a session costs, as its pile was told last for its screen, and when.
alter table orders add column cost_told_cents bigint;
alter table orders add column cost_told_at timestamptz;
