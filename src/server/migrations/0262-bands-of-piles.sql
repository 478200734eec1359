-- What each pile brought in each price band, for those who reach single piles: their bands were read from the orders. Where there are
-- orders already, the task that keeps figures keeps these days anew; until it has, such persons' bands are read as before.
create table figures_pile_band (like figures_site, pile_id bigint not null, band text);
create unique index figures_pile_band_key on figures_pile_band (day, pile_id, site_id, band) nulls not distinct;
create index figures_pile_band_pile on figures_pile_band (pile_id, day);
alter table figures_state add column piles_built_until date;
update figures_state set piles_built_until = case when exists (select from orders) then '-infinity' else built_until end;
alter table figures_state alter column piles_built_until set not null,
  add constraint figures_state_piles_check check (piles_built_until <= built_until);

create or replace function forget_figures() returns trigger language plpgsql as $$
begin
  delete from figures_site; delete from figures_gun; delete from figures_clock; delete from figures_reason; delete from figures_band;
  delete from figures_pile_band; delete from figures_change;
  return null;
end $$;
