-- How many sessions somebody's few piles ever had is read for each of their days: without the rows themselves.
drop index figures_gun_pile;
create index figures_gun_pile on figures_gun (pile_id, day)
  include (site_id, sessions, energy_wh, electricity_cents, service_cents, occupation_cents, refunded_cents);
