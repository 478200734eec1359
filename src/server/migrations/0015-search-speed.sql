-- What a pile or a customer has, though it be tens of thousands of rows, is counted, sorted and added up from the index alone.
drop index orders_pile, alarm_pile, offline_record_pile, command_pile, ledger_entry_customer;
create index orders_pile on orders (pile_id, started_at desc, id desc)
  include (site_id, status, abnormal, type, pay_type, refund_status, close_method, energy_wh, electricity_cents, service_cents,
    occupation_cents, total_cents, paid_cents, refunded_cents);
create index alarm_pile on alarm (pile_id, raised_at desc, id desc) include (site_id, status, kind);
create index offline_record_pile on offline_record (pile_id, offline_at desc, id desc) include (offline_seconds);
create index command_pile on command (pile_id, created_at desc, id desc) include (status, action);
create index ledger_entry_customer on ledger_entry (customer_id, created_at desc, id desc) include (kind);

-- A kind of many values makes nearly as many cells as there are rows. Keeps the tally of `counted` (see keep_tally) once more without
-- each of the kinds in `wide`, and without any, for who does not ask for them: as the spans `month-site_id` and so on. Call it after
-- keep_tally, which begins without.
create function keep_tally_without(counted text, wide text[]) returns void language plpgsql as $$
declare
  tally text := counted || '_tally';
  note text := counted || '_tally_note';
  columns text[] := array(select attname::text from pg_attribute
    where attrelid = format('%I', note)::regclass and attnum > 0 order by attnum);
  kinds text[] := columns[2:array_position(columns, 'rows') - 1];
  figures text[] := columns[array_position(columns, 'rows'):];
  keys text := 'span, starts' || phrases(kinds, ', %1$I', '');
  kept_kinds text := (select string_agg(format(case when kind = any(wide) then ', case when w.%1$I then null else c.%1$I end as %1$I'
    else ', c.%1$I' end, kind), '' order by place) from unnest(kinds) with ordinality k (kind, place));
  -- Each choice of wide kinds: what its spans are called, and whether each kind is left out.
  choices text := format('(values %s) w (without%s)', (
    select string_agg(format('(%L%s)', name, flags), ', ') from generate_series(0, (1 << cardinality(wide)) - 1) choice
    cross join lateral (
      select coalesce(string_agg('-' || kind, '' order by place) filter (where is_out), '') as name,
        string_agg(', ' || is_out, '' order by place) as flags
      from (select kind, place, choice & (1 << place::int - 1) > 0 as is_out from unnest(wide) with ordinality u (kind, place)) k) named
  ), phrases(wide, ', %1$I', ''));
  add_up text := format('insert into %1$I as kept (%2$s, %3$s) select %2$s, %4$s from cells group by %2$s', tally, keys,
    phrases(figures, '%1$I'), phrases(figures, 'sum(%1$I)'));
begin
  execute format('select %I()', 'add_up_' || tally);
  execute format('with cells as (select c.span || w.without as span, c.starts%s, %s from %I c cross join %s where w.without <> '''') %s',
    kept_kinds, phrases(figures, 'c.%1$I'), tally, choices, add_up);

  execute format('create or replace function %I() returns void language plpgsql as %L', 'add_up_' || tally, format('begin
    if not pg_try_advisory_xact_lock(731104, hashtext(%1$L)) then return; end if;
    with gone as (delete from %2$I returning *),
    cells as (
      select s.span || w.without as span, s.starts%3$s, %4$s from gone c cross join lateral (values (''day'', c.starts),
        (''month'', date_trunc(''month'', c.starts)::date), (''ever'', date ''-infinity'')) s (span, starts) cross join %5$s)
    %6$s on conflict (%7$s) do update set %8$s;
    delete from %1$I where rows = 0;
  end', tally, note, kept_kinds, phrases(figures, 'c.%1$I'), choices, add_up, keys,
    phrases(figures, '%1$I = kept.%1$I + excluded.%1$I')));
end $$;

select keep_tally_without('alarm', array['site_id']);

-- Names as people order them: by their letters whatever the case, numbers in them by value, Chinese by pinyin.
do $$
begin
  create collation names (provider = icu, locale = 'und-u-kn');
  create collation names_zh (provider = icu, locale = 'zh-u-kn-co-pinyin');
exception
  when feature_not_supported then
    raise notice 'This PostgreSQL is built without ICU: names are sorted by code point';
    create collation names from "C";
    create collation names_zh from "C";
end $$;
create index merchant_name on merchant (name collate names, id);
create index merchant_name_zh on merchant (name collate names_zh, id);
create index file_name on file (name collate names, id);
create index file_name_zh on file (name collate names_zh, id);
