-- How many sessions ended at each site in each month, as `figures_site` has it by days: the dashboard tells how many there ever were,
-- and read every day of every site for it. Whatever changes a day changes its month in the same statement.
create table figures_site_month (month date not null, site_id bigint, sessions bigint not null);
create unique index figures_site_month_key on figures_site_month (month, site_id) nulls not distinct;

create function note_site_month() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figures_site_month select date_trunc('month', day)::date, site_id, -sum(sessions) from gone group by 1, 2
    on conflict (month, site_id) do update set sessions = figures_site_month.sessions + excluded.sessions;
  end if;
  if tg_op <> 'DELETE' then
    insert into figures_site_month select date_trunc('month', day)::date, site_id, sum(sessions) from come group by 1, 2
    on conflict (month, site_id) do update set sessions = figures_site_month.sessions + excluded.sessions;
  end if;
  return null;
end $$;
create trigger site_month_insert after insert on figures_site referencing new table as come for each statement execute function note_site_month();
create trigger site_month_update after update on figures_site referencing old table as gone new table as come
  for each statement execute function note_site_month();
create trigger site_month_delete after delete on figures_site referencing old table as gone for each statement execute function note_site_month();

insert into figures_site_month select date_trunc('month', day)::date, site_id, sum(sessions) from figures_site group by 1, 2;
