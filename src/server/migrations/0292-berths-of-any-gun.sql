-- The second connector of EVSE 3 is gun 302.
alter table berth drop constraint berth_connector_number_check,
  add constraint berth_connector_number_check check (connector_number between 1 and 9999);
