-- A limit of sessions that charge with priority (OCPP 2.1, K21), and since when and by whom an order does. By nobody: a person at the pile asked.
alter table charging_profile drop constraint charging_profile_charging_profile_purpose_check;
alter table charging_profile add constraint charging_profile_charging_profile_purpose_check
  check (charging_profile_purpose in ('pile_max', 'session_default', 'session', 'priority'));
alter table orders add column priority_since timestamptz, add column priority_by text;
