-- What was charging at a moment is found by when it began: of the last hours all, and of the two days before them those that charged for
-- long. Without these two days of orders were read for it.
create index orders_long on orders (started_at) include (charge_ended_at, ended_at)
  where coalesce(charge_ended_at, ended_at) - started_at > interval '6 hours';

-- A page that changed since the last vacuum is read from the table, whatever its index has. By its share of ten million orders a vacuum
-- would come every other month, and the statistics for the planner as seldom: now both come after fifty thousand changes.
alter table orders set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
