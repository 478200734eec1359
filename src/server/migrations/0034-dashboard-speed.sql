-- How many sessions somebody's piles have had is read from all the days that are over, by pile.
create index daily_figures_pile on daily_figures (pile_id, day)
  include (time_zone, electricity_cents, service_cents, occupation_cents, energy_wh, services);

-- Which faults there were at a moment: those that had begun and were not over.
create index alarm_fault_until on alarm (coalesce(cleared_at, 'infinity'), raised_at) where kind = 'fault';
