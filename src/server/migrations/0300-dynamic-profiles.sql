-- Profiles whose limit may be changed while piles hold them (OCPP 2.1, K28), and how long one holds while its pile is away (K01.FR.101). Seconds.
alter table charging_profile drop constraint charging_profile_charging_profile_kind_check;
alter table charging_profile add constraint charging_profile_charging_profile_kind_check
  check (charging_profile_kind in ('absolute', 'recurring', 'relative', 'dynamic'));
alter table charging_profile
  add column limit_now numeric(12, 1) check (limit_now >= 0),
  add column dyn_update_interval int check (dyn_update_interval > 0),
  add column max_offline_duration int check (max_offline_duration >= 0),
  add column invalid_after_offline_duration boolean;
