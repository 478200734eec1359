-- When the pile said last that it holds it (OCPP 2.0.1, K09); null: it never did.
alter table installed_profile add column told_at timestamptz;
