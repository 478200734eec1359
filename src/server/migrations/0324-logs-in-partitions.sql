-- Logs lie in partitions of four weeks each (kit/database/kept-for-days.ts): one whose rows are all older than they are kept is dropped
-- whole. What was there before is one partition until its last row is so old; what is too old in it goes row by row until then.
-- It is all done or nothing: what breaks it off leaves the tables as they were, and the next start begins again.

-- Puts a table in the place of one of the same name, in partitions by `moment`. Its identity becomes the identity and the moment.
create function pg_temp.put_in_partitions(name text, moment text) returns void language plpgsql as $$
declare
  old_table text := name || '_before';
  others text := name || '_other';
  ends timestamptz := (date '1970-01-05' + (ceil((current_date - date '1970-01-05' + 1) / 28.0)::int) * 28)::timestamp at time zone 'UTC';
  triggers text[];
  indexes text[];
  keys text[];
  statement text;
  has_rows boolean;
  numbers record;
  one record;
begin
  execute format('lock table %I in access exclusive mode', name);
  select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger where tgrelid = name::regclass and not tgisinternal;
  select array_agg(format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid))) into keys
    from pg_constraint where conrelid = name::regclass and contype = 'f';
  -- Where its numbers stand: no row may tell it, and none that was given is given again.
  execute format('select last_value, is_called, (select max(id) from %I) as most from %s', name, pg_get_serial_sequence(name, 'id')) into numbers;
  for one in select tgname from pg_trigger where tgrelid = name::regclass and not tgisinternal loop
    execute format('drop trigger %I on %I', one.tgname, name);
  end loop;
  execute format('alter table %I drop constraint %I', name, name || '_pkey');
  -- Indexes of the operator's own are among them, under any name. One that would have to be unique over all partitions cannot be.
  for one in
    select relname as index, indexrelid, pg_get_indexdef(indexrelid) as definition, not indisunique or exists (
      select from pg_attribute where attrelid = indrelid and attname = moment and attnum = any (indkey::int2[])) as is_possible
    from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = name::regclass
  loop
    if one.is_possible then
      indexes := indexes || one.definition;
      execute format('alter index %I rename to %I', one.index,
        case when starts_with(one.index, name || '_') and octet_length(one.index) <= 56 then old_table || substr(one.index, length(name) + 1)
        else format('%s_%s_%s', old_table, one.indexrelid, one.index) end);
    else
      raise warning 'Index % stays on what % held before: it lacks %, so new entries cannot be unique by it.', one.index, name, moment;
    end if;
  end loop;
  execute format('alter table %I rename to %I', name, old_table);
  execute format('create table %I (like %I including defaults including constraints including generated) partition by range (%I)', name, old_table,
    moment);
  execute format('alter table %I alter id drop identity', old_table);
  execute format('alter table %I alter id add generated always as identity', name);
  -- Called where any was given: else a backup would take it for one that never gave a number.
  perform setval(pg_get_serial_sequence(name, 'id'), greatest(numbers.last_value, numbers.most), numbers.is_called or numbers.most is not null);
  execute format('alter table %I add primary key (id, %I)', name, moment);
  foreach statement in array coalesce(indexes, '{}') || coalesce(keys, '{}') loop execute statement; end loop;
  execute format('create table %I partition of %I default', others, name);
  execute format('select exists (select from %I)', old_table) into has_rows;
  if has_rows then
    execute format('with late as (delete from %I where %I >= %L returning *) insert into %I overriding system value select * from late', old_table, moment,
      ends, others);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, old_table, ends);
  else
    execute format('drop table %I', old_table);
  end if;
  foreach statement in array coalesce(triggers, '{}') loop execute statement; end loop;
end $$;

-- What is too old in the partition of before is found by it each hour.
create index security_event_day on security_event (day);
select pg_temp.put_in_partitions('sign_in_entry', 'created_at');
select pg_temp.put_in_partitions('refused_entry', 'created_at');
select pg_temp.put_in_partitions('security_event', 'day');
alter table message_attachment drop constraint message_attachment_message_id_fkey;
select pg_temp.put_in_partitions('message', 'created_at');

-- Each log for as long as all of them were kept so far.
alter table system_setting add column sign_in_days int not null default 400 check (sign_in_days between 30 and 3650);
alter table system_setting add column refused_days int not null default 400 check (refused_days between 30 and 3650);
alter table system_setting add column security_event_days int not null default 400 check (security_event_days between 30 and 3650);
update system_setting set sign_in_days = log_days, refused_days = log_days, security_event_days = log_days;
