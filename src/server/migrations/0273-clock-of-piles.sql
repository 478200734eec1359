-- What each pile brought in each hour of the week and by stop reason, for those who reach single piles: theirs was read from the orders.
-- Where there are orders already, the task that keeps figures keeps these days anew; until it has, such persons' are read as before.
create table figures_pile_clock (like figures_site, pile_id bigint not null, clock text not null, stop_reason text);
create unique index figures_pile_clock_key on figures_pile_clock (pile_id, day, site_id, clock, stop_reason) nulls not distinct;
-- Only keeping a month anew looks for days: they lie in their order.
create index figures_pile_clock_day on figures_pile_clock using brin (day);
update figures_state set piles_built_until = case when exists (select from orders) then '-infinity' else built_until end;

-- The same for the bands: one index for one that had a second beside it.
drop index figures_pile_band_key;
drop index figures_pile_band_pile;
create unique index figures_pile_band_key on figures_pile_band (pile_id, day, site_id, band) nulls not distinct;
create index figures_pile_band_day on figures_pile_band using brin (day);

create or replace function forget_figures() returns trigger language plpgsql as $$
begin
  delete from figures_site; delete from figures_gun; delete from figures_clock; delete from figures_reason; delete from figures_band;
  delete from figures_pile_band; delete from figures_pile_clock; delete from figures_change;
  return null;
end $$;
