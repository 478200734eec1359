-- Readings lie in partitions of a week each (orders/reading-partitions.ts): a week that is over is thinned or dropped whole. What was there
-- before is one partition until the week after next. It is read twice for that, while nothing is stored: a minute for a hundred million.
lock table reading in access exclusive mode;
alter table reading rename to reading_before;
alter index reading_pkey rename to reading_before_pkey;
alter index reading_idle rename to reading_before_idle;
create table reading (like reading_before including defaults including constraints) partition by range (at);
alter table reading add primary key (order_id, at, pile_id, connector_number);
create index reading_idle on reading (pile_id, connector_number, at desc) where order_id = 0;
create table reading_other partition of reading default;

do $$
declare
  ends timestamptz := date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + interval '14 days';
begin
  if exists (select from reading_before) then
    with late as (delete from reading_before where at >= ends returning *) insert into reading_other select * from late;
    execute format('alter table reading attach partition reading_before for values from (minvalue) to (%L)', ends);
  else
    drop table reading_before;
  end if;
end $$;

alter table system_setting add column reading_days int not null default 90 check (reading_days between 7 and 1095);
alter table system_setting add column reading_minute_days int not null default 365 check (reading_minute_days between 7 and 1095);
