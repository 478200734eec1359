-- What a node makes of the read replica, and by how many seconds that is behind; nothing where it has none.
alter table node add column replica text, add column replica_lag_s integer;
alter table node add constraint node_replica_check check (replica in ('used', 'behind', 'away', 'primary'));
