-- Days of the site's own clock on which a strategy may price; null: without an end. valid_to is the last of them.
alter table strategy
  add column valid_from date,
  add column valid_to date,
  add constraint strategy_valid check (valid_to >= valid_from);

-- Which strategy prices a site from when until when. Without an end: until the next one without an end begins. With an end: it goes
-- before those, and they come back after it. starts_at null: the first, which counts for all that was before.
create table strategy_period (
  id bigint generated always as identity primary key,
  site_id bigint not null references site on delete cascade,
  strategy_id bigint references strategy on delete restrict,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  check (ends_at > starts_at),
  check (ends_at is null or starts_at is not null)
);
create index strategy_period_site on strategy_period (site_id, starts_at);
create index strategy_period_strategy on strategy_period (strategy_id);
insert into strategy_period (site_id, strategy_id) select id, strategy_id from site where strategy_id is not null;

-- However site.strategy_id is set, the plan has it. What is still to come keeps its time on the site's clock when the clock changes.
create function strategy_period_follows() returns trigger language plpgsql as $$
declare
  held boolean;
  holding bigint;
begin
  if tg_op = 'UPDATE' and new.time_zone <> old.time_zone then
    update strategy_period set
      starts_at = case when starts_at > now() then (starts_at at time zone old.time_zone) at time zone new.time_zone else starts_at end,
      ends_at = case when ends_at > now() then (ends_at at time zone old.time_zone) at time zone new.time_zone else ends_at end
    where site_id = new.id and (starts_at > now() or ends_at > now());
  end if;
  if tg_op = 'UPDATE' and new.strategy_id is not distinct from old.strategy_id then
    return new;
  end if;
  select strategy_id into holding from strategy_period
  where site_id = new.id and ends_at is null and (starts_at is null or starts_at <= clock_timestamp())
  order by starts_at desc nulls last, id desc limit 1;
  held := found;
  if holding is distinct from new.strategy_id then
    insert into strategy_period (site_id, strategy_id, starts_at)
    values (new.id, new.strategy_id, case when held then date_trunc('milliseconds', clock_timestamp()) end);
  end if;
  return new;
end $$;
create trigger strategy_period_follows after insert or update of strategy_id, time_zone on site
  for each row execute function strategy_period_follows();
