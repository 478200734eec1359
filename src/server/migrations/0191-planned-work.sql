-- What was planned is neither time in which a pile had to be there nor time in which it was down (0087): where nothing else is left of the
-- period there is no share of it.
drop view pile_ranking;
create view pile_ranking as
with asked as (
  select nullif(current_setting('pile_ranking.from', true), '')::date as first_day,
    nullif(current_setting('pile_ranking.to', true), '')::date as last_day)
select p.id, p.id as pile_id, p.site_id, p.pile_type_id, p.merchant_id, p.last_seen_at, days.last_day as period,
  case when span.watched::bigint > planned.seconds
    then round(down.seconds * 10000 / (span.watched::bigint - planned.seconds)::numeric)::int end as down_share,
  seconds_of(offline.spells - planned.spells) as offline_seconds, seconds_of(fault.spells - planned.spells) as fault_seconds,
  alarms.number as alarms, sessions.failed as failed_sessions, sessions.number as sessions, span.watched::bigint as watched_seconds,
  planned.seconds as planned_seconds, down.seconds as down_seconds,
  1 as version, p.created_at, p.updated_at
from pile p cross join asked left join site s on s.id = p.site_id
cross join lateral (select coalesce(s.time_zone, 'Asia/Shanghai') as zone) place
cross join lateral (select coalesce(asked.last_day, (now() at time zone place.zone)::date) as last_day) days
cross join lateral (
  select greatest(coalesce(asked.first_day, days.last_day - 29)::timestamp at time zone place.zone, p.created_at) as begins,
    least((days.last_day + 1)::timestamp at time zone place.zone, now()) as ends) bounds
cross join lateral (
  select bounds.begins, greatest(bounds.begins, bounds.ends) as ends,
    greatest(0, extract(epoch from bounds.ends - bounds.begins)) as watched offset 0) span
left join lateral (
  select range_agg(tstzrange(greatest(offline_at, span.begins), least(coalesce(online_at, 'infinity'), span.ends))) as spells
  from offline_record
  where pile_id = p.id and coalesce(online_at, 'infinity') > span.begins and offline_at < span.ends) offline on true
left join lateral (
  -- Of a fault that a person has called processed nothing more is known; one that comes again is another alarm.
  select range_agg(tstzrange(greatest(raised_at, span.begins), least(ended_at, span.ends))) as spells
  from (select raised_at,
      greatest(raised_at, coalesce(cleared_at, case when status = 'processed' then handled_at end, 'infinity')) as ended_at
    from alarm where pile_id = p.id and kind = 'fault' and site_id is not distinct from p.site_id
      and coalesce(cleared_at, 'infinity') > span.begins and raised_at < span.ends) known
  where ended_at > span.begins) fault on true
left join lateral (
  select spells, seconds_of(spells) as seconds from (
    select coalesce(range_agg(tstzrange(greatest(starts_at, span.begins), least(ends_at, span.ends))), '{}') as spells
    from maintenance_span where pile_id = p.id and ends_at > span.begins and starts_at < span.ends offset 0) known) planned on true
left join lateral (
  select seconds_of(coalesce(offline.spells, '{}') + coalesce(fault.spells, '{}') - planned.spells) as seconds) down on true
left join lateral (
  select count(*) as number from alarm
  where pile_id = p.id and site_id is not distinct from p.site_id and raised_at >= span.begins and raised_at < span.ends) alarms on true
left join lateral (
  -- Less than a tenth of a kilowatt-hour is a start that did not charge a car.
  select count(*) as number, count(*) filter (where energy_wh < 100) as failed from orders
  where pile_id = p.id and site_id is not distinct from p.site_id and status <> 'generated' and type <> 'supplement'
    and started_at >= span.begins and started_at < span.ends) sessions on true
where p.enabled and p.archived_at is null and p.last_seen_at is not null;
