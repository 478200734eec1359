-- A setting of OCPP 2.x is a variable of a component: its key says where it is (domain/setting-address.ts), and these say the same to queries.
-- A key of 1.6 has no component.
alter table pile_setting
  add column component text,
  add column component_instance text,
  add column evse int,
  add column connector int,
  add column variable text,
  add column variable_instance text,
  -- Actual, Target, MinSet or MaxSet.
  add column attribute text,
  -- What the pile says of its values; null where it said nothing.
  add column type text,
  add column unit text,
  add column minimum float8,
  add column maximum float8,
  add column choices jsonb check (jsonb_typeof(choices) = 'array'),
  add column write_only boolean not null default false,
  add column persistent boolean,
  add column constant boolean,
  add column supports_monitoring boolean,
  add check ((component is null) = (variable is null));
create index pile_setting_component on pile_setting (pile_id, lower(component), lower(variable)) where component is not null;
