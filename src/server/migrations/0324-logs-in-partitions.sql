-- Logs lie in partitions of four weeks each (kit/database/kept-for-days.ts): one whose rows are all older than they are kept is dropped
-- whole. What was there before is one partition until its last row is so old; what is too old in it goes row by row until then.
-- It is all done or nothing: what breaks it off leaves the tables as they were, and the next start begins again.

-- Puts a table in the place of one of the same name, in partitions by `moment`. Its identity becomes the identity and the moment.
create function pg_temp.put_in_partitions(name text, moment text) returns void language plpgsql as $$
declare
  before text := name || '_before';
  ends timestamptz := (date '1970-01-05' + (ceil((current_date - date '1970-01-05' + 1) / 28.0)::int) * 28)::timestamp at time zone 'UTC';
  triggers text[];
  indexes text[];
  keys text[];
  one record;
begin
  execute format('lock table %I in access exclusive mode', name);
  select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger where tgrelid = name::regclass and not tgisinternal;
  select array_agg(pg_get_indexdef(indexrelid)) into indexes from pg_index where indrelid = name::regclass and not indisprimary;
  select array_agg(format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid))) into keys
    from pg_constraint where conrelid = name::regclass and contype = 'f';
  for one in select tgname from pg_trigger where tgrelid = name::regclass and not tgisinternal loop
    execute format('drop trigger %I on %I', one.tgname, name);
  end loop;
  execute format('alter table %I drop constraint %I', name, name || '_pkey');
  for one in select indexrelid::regclass::text as index from pg_index where indrelid = name::regclass loop
    execute format('alter index %s rename to %s', one.index, replace(one.index, name, before));
  end loop;
  execute format('alter table %I rename to %I', name, before);
  execute format('create table %I (like %I including defaults including constraints including generated) partition by range (%I)', name, before,
    moment);
  execute format('alter table %I alter id drop identity', before);
  execute format('alter table %I alter id add generated always as identity', name);
  execute format('select setval(pg_get_serial_sequence(%L, ''id''), coalesce((select max(id) from %I), 0) + 1, false)', name, before);
  execute format('alter table %I add primary key (id, %I)', name, moment);
  foreach before in array coalesce(indexes, '{}') loop execute before; end loop;
  foreach before in array coalesce(keys, '{}') loop execute before; end loop;
  before := name || '_before';
  execute format('create table %I partition of %I default', name || '_other', name);
  execute format('select exists (select from %I)', before) into one;
  if one.exists then
    execute format('with late as (delete from %I where %I >= %L returning *) insert into %I overriding system value select * from late', before, moment, ends,
      name || '_other');
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, before, ends);
  else
    execute format('drop table %I', before);
  end if;
  foreach before in array coalesce(triggers, '{}') loop execute before; end loop;
end $$;

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
