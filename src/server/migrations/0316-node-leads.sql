-- One node of all does what is to be done once. Its row says so, and the index lets no second one; its seen_at is how long that holds.
alter table node add column leads boolean not null default false;
create unique index node_leads on node (leads) where leads;

-- The disk of its data folder in bytes, as far as it has one to look after: each node sees its own alone.
alter table node add column disk_free bigint, add column disk_size bigint, add column disk_margin bigint;
