-- The same for piles (0361): for who reaches single piles every day of each was read to tell how many sessions there ever were.
create table figures_pile_month (month date not null, site_id bigint, pile_id bigint not null, sessions bigint not null);
create unique index figures_pile_month_key on figures_pile_month (pile_id, month, site_id) nulls not distinct;

create function note_pile_month() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figures_pile_month select date_trunc('month', day)::date, site_id, pile_id, -sum(sessions) from gone group by 1, 2, 3
    on conflict (pile_id, month, site_id) do update set sessions = figures_pile_month.sessions + excluded.sessions;
  end if;
  if tg_op <> 'DELETE' then
    insert into figures_pile_month select date_trunc('month', day)::date, site_id, pile_id, sum(sessions) from come group by 1, 2, 3
    on conflict (pile_id, month, site_id) do update set sessions = figures_pile_month.sessions + excluded.sessions;
  end if;
  return null;
end $$;
create trigger pile_month_insert after insert on figures_gun referencing new table as come for each statement execute function note_pile_month();
create trigger pile_month_update after update on figures_gun referencing old table as gone new table as come
  for each statement execute function note_pile_month();
create trigger pile_month_delete after delete on figures_gun referencing old table as gone for each statement execute function note_pile_month();

insert into figures_pile_month select date_trunc('month', day)::date, site_id, pile_id, sum(sessions) from figures_gun group by 1, 2, 3;
