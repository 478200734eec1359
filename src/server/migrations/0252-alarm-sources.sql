-- From when on what is measured, or is silent, is an alarm.
alter table system_setting
  add column offline_minutes int not null default 1 check (offline_minutes between 1 and 1440),
  add column voltage_percent int not null default 10 check (voltage_percent between 1 and 50),
  add column over_temperature_c int not null default 85 check (over_temperature_c between 40 and 150),
  add column energy_loss_minutes int not null default 5 check (energy_loss_minutes between 1 and 240),
  add column order_free_minutes int not null default 5 check (order_free_minutes between 1 and 14),
  add column order_silent_minutes int not null default 60 check (order_silent_minutes between 5 and 1440),
  add column certificate_days int not null default 14 check (certificate_days between 1 and 90),
  add column free_disk_percent int not null default 10 check (free_disk_percent between 1 and 50);

-- An alarm of the network itself has no pile: its disk, its own certificates.
alter table alarm alter column pile_id drop not null;
alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check
  check (kind in ('fault', 'offline', 'command', 'protocol', 'security', 'meter', 'order', 'storage', 'certificate'));
alter table alarm add constraint alarm_of_pile check (pile_id is not null or kind in ('storage', 'certificate') and site_id is null);
drop index alarm_lasting;
create unique index alarm_lasting on alarm (coalesce(pile_id, 0), coalesce(connector_number, -1), code)
  where cleared_at is null and status = 'open';
