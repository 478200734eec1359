-- Open faults are counted, and those of somebody's piles are picked out, without reading the alarms themselves.
drop index alarm_open_faults;
create index alarm_open_faults on alarm (raised_at desc, id desc)
  include (kind, code, site_id, pile_id, connector_number, during_maintenance, cleared_at, snoozed_until)
  where status = 'open' and kind <> 'offline';
-- Few piles are out of use: whose alarms wait for nobody is looked up once, and not for each alarm. 0266 makes the same index.
create index if not exists pile_archived on pile (id) where archived_at is not null;
-- The same for piles that are away.
drop index pile_away;
create index pile_away on pile (away_since desc, id desc) include (site_id, merchant_id, station_number) where away_since is not null;
