-- The same for piles (0361): for who reaches single piles every day of each was read to tell how many sessions there ever were.
create table figures_pile_month (month date not null, site_id bigint, pile_id bigint not null, sessions bigint not null);
create unique index figures_pile_month_key on figures_pile_month (pile_id, month, site_id) nulls not distinct;

-- One for both: given the table of months and what it tells apart beside the month.
create function note_month() returns trigger language plpgsql as $$
declare
  keys constant text := tg_argv[1];
  added constant text := format($sql$insert into %1$I (month, %2$s, sessions)
    select date_trunc('month', day)::date, %2$s, %%s * sum(sessions) from %%I group by date_trunc('month', day), %2$s
    on conflict (month, %2$s) do update set sessions = %1$I.sessions + excluded.sessions$sql$, tg_argv[0], keys);
begin
  if tg_op <> 'INSERT' then execute format(added, -1, 'gone'); end if;
  if tg_op <> 'DELETE' then execute format(added, 1, 'come'); end if;
  return null;
end $$;
create or replace trigger site_month_insert after insert on figures_site referencing new table as come
  for each statement execute function note_month('figures_site_month', 'site_id');
create or replace trigger site_month_update after update on figures_site referencing old table as gone new table as come
  for each statement execute function note_month('figures_site_month', 'site_id');
create or replace trigger site_month_delete after delete on figures_site referencing old table as gone
  for each statement execute function note_month('figures_site_month', 'site_id');
drop function note_site_month();
create trigger pile_month_insert after insert on figures_gun referencing new table as come
  for each statement execute function note_month('figures_pile_month', 'site_id, pile_id');
create trigger pile_month_update after update on figures_gun referencing old table as gone new table as come
  for each statement execute function note_month('figures_pile_month', 'site_id, pile_id');
create trigger pile_month_delete after delete on figures_gun referencing old table as gone
  for each statement execute function note_month('figures_pile_month', 'site_id, pile_id');

insert into figures_pile_month select date_trunc('month', day)::date, site_id, pile_id, sum(sessions) from figures_gun group by 1, 2, 3;
