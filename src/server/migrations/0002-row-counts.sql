-- How many rows the tables have that grow without end: counting a million of them takes 40 ms or more for each list page.
-- Every statement that inserts or deletes notes the difference, so writers do not wait for each other; a chore adds them up.
create table row_count (
  table_name text not null,
  delta bigint not null
);
create index row_count_of on row_count (table_name);

create function note_row_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from row_count where table_name = tg_table_name;
    insert into row_count values (tg_table_name, 0);
  else
    insert into row_count
      select tg_table_name, case tg_op when 'INSERT' then count(*) else -count(*) end from changed having count(*) > 0;
  end if;
  return null;
end $$;

create function keep_row_count(counted text) returns void language plpgsql as $$
begin
  execute format('create trigger row_count_insert after insert on %I referencing new table as changed
    for each statement execute function note_row_count()', counted);
  execute format('create trigger row_count_delete after delete on %I referencing old table as changed
    for each statement execute function note_row_count()', counted);
  execute format('create trigger row_count_truncate after truncate on %I
    for each statement execute function note_row_count()', counted);
  execute format('insert into row_count select %L, count(*) from %I', counted, counted);
end $$;

select keep_row_count(counted)
  from unnest(array['orders', 'ledger_entry', 'alarm', 'offline_record', 'command', 'customer', 'card']) counted;

-- Lists of orders sort by these.
create index orders_energy on orders (energy_wh, id);
create index orders_total on orders (total_cents, id);
