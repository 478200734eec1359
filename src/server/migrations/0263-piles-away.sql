-- Since when a pile in service is away, so that the latest and the longest of a million are found without the others. Nothing that a
-- connected pile does changes it.
alter table pile add column away_since timestamptz generated always as (
  case when state = 'offline' and enabled and archived_at is null then coalesce(disconnected_at, last_seen_at) end) stored;
create index pile_away on pile (away_since desc, id desc) where away_since is not null;
create index pile_away_of_site on pile (site_id, away_since desc) where away_since is not null;
-- A million alarms of absence do not stand between the latest others.
create index alarm_open_faults on alarm (raised_at desc) where status = 'open' and kind <> 'offline';
-- Whether a third of a site's piles is away is counted without the piles themselves.
create index pile_standing on pile (site_id) where archived_at is null;
