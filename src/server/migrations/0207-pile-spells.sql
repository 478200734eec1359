-- When in the asked days each pile in service was watched, under planned work and down, for statistics by day, week and month. The ranking
-- (0191) adds up the same spells for all of the days; it stays by itself, so that ranking by one figure works out no other.
create view pile_spells as
with asked as (
  select nullif(current_setting('pile_ranking.from', true), '')::date as first_day,
    nullif(current_setting('pile_ranking.to', true), '')::date as last_day)
select p.id, p.id as pile_id, p.site_id, p.merchant_id, place.zone, span.begins, span.ends, planned.spells as planned,
  coalesce(offline.spells, '{}') + coalesce(fault.spells, '{}') - planned.spells as down
from pile p cross join asked left join site s on s.id = p.site_id
cross join lateral (select coalesce(s.time_zone, 'Asia/Shanghai') as zone) place
cross join lateral (select coalesce(asked.last_day, (now() at time zone place.zone)::date) as last_day) days
cross join lateral (
  select greatest(coalesce(asked.first_day, days.last_day - 29)::timestamp at time zone place.zone, p.created_at) as begins,
    least((days.last_day + 1)::timestamp at time zone place.zone, now()) as ends) bounds
cross join lateral (select bounds.begins, greatest(bounds.begins, bounds.ends) as ends offset 0) span
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
  select coalesce(range_agg(tstzrange(greatest(starts_at, span.begins), least(ends_at, span.ends))), '{}') as spells
  from maintenance_span where pile_id = p.id and ends_at > span.begins and starts_at < span.ends) planned on true
where p.enabled and p.archived_at is null and p.last_seen_at is not null;
