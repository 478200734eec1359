-- What a node makes of the read replica, and by how many seconds that is behind; nothing where it has none.
alter table node
  add column replica text check (replica in ('used', 'behind', 'away', 'primary')),
  add column replica_lag_s integer;
