-- How many rows a growing table has of each kind, and what they come to: by day, by month and ever, for each combination of what
-- its list is filtered by. Counting and adding up a million rows takes seconds for each page; a tally takes milliseconds and is
-- as exact. Every statement notes the difference that it made, so writers do not wait for each other; a chore adds the notes up.
-- Who reads takes tally and notes together. Days and months are UTC's.

-- A phrase for each name, `%1$I` standing for it.
create function phrases(names text[], phrase text, between_them text default ', ') returns text language sql immutable as $$
  select coalesce(string_agg(format(phrase, name), between_them order by place), '')
  from unnest(names) with ordinality as each (name, place)
$$;

-- Keeps `<table>_tally`: rows and sums by the day of `moment` and by each of `kinds`; the kind `archived` is whether a record is.
-- Called again, with other kinds or sums, it begins anew.
create function keep_tally(counted text, moment text, kinds text[], sums text[]) returns void language plpgsql as $$
declare
  tally text := counted || '_tally';
  note text := counted || '_tally_note';
  keys text[] := array['starts'] || kinds;
  figures text[] := array['rows'] || sums;
  kind text := concat_ws(', ', format('(t.%I at time zone ''UTC'')::date as starts', moment),
    nullif(phrases(array_remove(kinds, 'archived'), 't.%1$I'), ''),
    case when 'archived' = any(kinds) then 't.archived_at is not null as archived' end);
  gained text := format('select %s, 1::bigint as rows%s', kind, phrases(sums, ', t.%1$I::bigint as %1$I', ''));
  lost text := format('select %s, -1::bigint as rows%s', kind, phrases(sums, ', -t.%1$I::bigint as %1$I', ''));
  note_down text := format('insert into %I (%s) select %s, %s from (', note, phrases(keys || figures, '%1$I'),
    phrases(keys, 'c.%1$I'), phrases(figures, 'sum(c.%1$I)'));
  by_kind text := format(') c group by %s', phrases(keys, 'c.%1$I'));
begin
  execute format('drop table if exists %I, %I', tally, note);
  execute format('create table %I as %s from %I t limit 0', note, gained, counted);
  execute format('create table %I as select null::text as span, * from %I limit 0', tally, note);
  execute format('create unique index %I on %I (span, %s) nulls not distinct', tally || '_key', tally, phrases(keys, '%1$I'));
  execute format('create index %I on %I (span) where rows = 0', tally || '_empty', tally);

  execute format('create or replace function %I() returns trigger language plpgsql as %L', 'note_' || tally, format('begin
    if tg_op = ''INSERT'' then
      %1$s %3$s from is_now t %5$s;
    elsif tg_op = ''DELETE'' then
      %1$s %4$s from was t %5$s;
    elsif tg_op = ''UPDATE'' then
      %1$s %4$s from was t union all %3$s from is_now t %5$s having %6$s;
    else
      delete from %2$I;
      delete from %7$I;
    end if;
    return null;
  end', note_down, note, gained, lost, by_kind, phrases(figures, 'sum(c.%1$I) <> 0', ' or '), tally));

  -- Nodes take turns: one that comes while another adds up has nothing to do.
  execute format('create or replace function %I() returns void language plpgsql as %L', 'add_up_' || tally, format('begin
    if not pg_try_advisory_xact_lock(731104, hashtext(%1$L)) then return; end if;
    with gone as (delete from %2$I returning *)
    insert into %1$I as kept (span, %3$s, %4$s)
      select s.span, s.starts%5$s, %6$s from gone c cross join lateral (values (''day'', c.starts),
        (''month'', date_trunc(''month'', c.starts)::date), (''ever'', date ''-infinity'')) s (span, starts)
      group by s.span, s.starts%5$s
    on conflict (span, %3$s) do update set %7$s;
    delete from %1$I where rows = 0;
  end', tally, note, phrases(keys, '%1$I'), phrases(figures, '%1$I'), phrases(kinds, ', c.%1$I', ''),
    phrases(figures, 'sum(c.%1$I)'), phrases(figures, '%1$I = kept.%1$I + excluded.%1$I')));

  execute format('create or replace trigger tally_insert after insert on %I referencing new table as is_now
    for each statement execute function %I()', counted, 'note_' || tally);
  execute format('create or replace trigger tally_update after update on %I referencing old table as was new table as is_now
    for each statement execute function %I()', counted, 'note_' || tally);
  execute format('create or replace trigger tally_delete after delete on %I referencing old table as was
    for each statement execute function %I()', counted, 'note_' || tally);
  execute format('create or replace trigger tally_truncate after truncate on %I
    for each statement execute function %I()', counted, 'note_' || tally);

  execute note_down || gained || format(' from %I t ', counted) || by_kind;
  execute format('select %I()', 'add_up_' || tally);
end $$;

select keep_tally('orders', 'started_at',
  array['site_id', 'status', 'abnormal', 'type', 'pay_type', 'refund_status', 'close_method'],
  array['energy_wh', 'electricity_cents', 'service_cents', 'occupation_cents', 'total_cents', 'paid_cents', 'refunded_cents']);
select keep_tally('alarm', 'raised_at', array['site_id', 'status', 'kind'], '{}');
select keep_tally('offline_record', 'offline_at', '{}', '{}');
select keep_tally('command', 'created_at', array['status', 'action'], '{}');
select keep_tally('ledger_entry', 'created_at', array['kind'], '{}');
select keep_tally('customer', 'created_at', array['status', 'archived'], '{}');
select keep_tally('card', 'created_at', array['allocation', 'status', 'block_reason', 'archived'], '{}');

-- What they tell, nobody else needs to count.
do $$
declare
  counted text;
  event text;
begin
  foreach counted in array array['orders', 'alarm', 'offline_record', 'command', 'ledger_entry', 'customer', 'card'] loop
    foreach event in array array['insert', 'delete', 'truncate'] loop
      execute format('drop trigger row_count_%s on %I', event, counted);
    end loop;
    delete from row_count where table_name = counted;
  end loop;
  foreach event in array array['insert', 'update', 'delete', 'truncate'] loop
    execute format('drop trigger order_sum_%s on orders', event);
  end loop;
end $$;
drop function note_order_sum, forget_order_sums;
drop table order_sum;

-- Where a page of a growing list lies, and what the days at the ends of a time range hold, is read from these alone.
drop index orders_started, orders_site, orders_energy, orders_total, orders_abnormal, alarm_raised, offline_record_at;
create index orders_started on orders (started_at desc, id desc)
  include (site_id, status, abnormal, type, pay_type, refund_status, close_method, energy_wh, electricity_cents, service_cents,
    occupation_cents, total_cents, paid_cents, refunded_cents);
create index orders_site on orders (site_id, started_at desc, id desc)
  include (status, abnormal, type, pay_type, refund_status, close_method, energy_wh, electricity_cents, service_cents,
    occupation_cents, total_cents, paid_cents, refunded_cents);
create index alarm_raised on alarm (raised_at desc, id desc) include (site_id, status, kind);
create index alarm_site on alarm (site_id, raised_at desc, id desc) include (status, kind);
create index offline_record_at on offline_record (offline_at desc, id desc);
create index command_created on command (created_at desc, id desc) include (status, action);
create index ledger_entry_created on ledger_entry (created_at desc, id desc) include (kind);
create index customer_created on customer (created_at desc, id desc) include (status, archived_at);
create index card_created on card (created_at desc, id desc) include (allocation, status, block_reason, archived_at);

-- Other orders that lists offer.
create index orders_energy on orders (energy_wh, id)
  include (started_at, site_id, status, abnormal, type, pay_type, refund_status, close_method);
create index orders_total on orders (total_cents, id)
  include (started_at, site_id, status, abnormal, type, pay_type, refund_status, close_method);
create index offline_record_shortest on offline_record (offline_seconds, id) include (offline_at);
create index offline_record_longest on offline_record (offline_seconds desc nulls last, id desc) include (offline_at);
create index customer_account on customer (account, id) include (status, archived_at, created_at);
create index customer_balance on customer (balance_cents, id) include (status, archived_at, created_at);
create index card_sorted on card (number, id) include (allocation, status, block_reason, archived_at, created_at);

-- The rare kinds are found by themselves.
create index orders_abnormal on orders (abnormal, id desc) where abnormal is not null;
create index orders_type on orders (type, id desc) where type <> 'device';
create index orders_pay_type on orders (pay_type);
create index orders_close_method on orders (close_method);
create index alarm_kind on alarm (kind);
create index command_status on command (status);
create index command_action on command (action);
create index ledger_entry_kind on ledger_entry (kind);
create index customer_status on customer (status) where status <> 'normal';
create index card_status on card (status) where status <> 'normal';
create index card_allocation on card (allocation);
create index card_block_reason on card (block_reason) where block_reason is not null;

-- Entries are shown in the order in which they were entered, also those of one transaction.
alter table ledger_entry alter column created_at set default clock_timestamp();

-- Words too short for the index by threes, and those of other scripts, are found by how a field begins.
create index orders_number_begins on orders (number text_pattern_ops);
create index orders_card_begins on orders (card_number text_pattern_ops) where card_number is not null;
create index orders_plate_begins on orders (plate text_pattern_ops) where plate is not null;
create index customer_account_begins on customer (account text_pattern_ops);
create index customer_name_begins on customer (name text_pattern_ops) where name is not null;
create index customer_phone_begins on customer (phone text_pattern_ops) where phone is not null;
create index customer_email_begins on customer (email text_pattern_ops) where email is not null;
create index card_number_begins on card (number text_pattern_ops);
create index alarm_code_begins on alarm (code text_pattern_ops);
create index ledger_entry_number_begins on ledger_entry (number text_pattern_ops);

-- A register said in kWh with a digit behind the point falls behind one said in Wh by up to this much, without going backwards.
alter table reading add column resolution_wh int not null default 1 check (resolution_wh >= 1);

do $$
begin
  create index customer_search on customer
    using gin (account gin_trgm_ops, name gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops);
  create index card_search on card using gin (number gin_trgm_ops);
  create index alarm_search on alarm using gin (code gin_trgm_ops);
  create index ledger_entry_search on ledger_entry using gin (number gin_trgm_ops);
exception
  when undefined_object then
    raise notice 'pg_trgm is not available: searching many records will be slow';
end $$;
