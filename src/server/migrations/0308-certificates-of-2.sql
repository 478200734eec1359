-- Certificates that piles of OCPP 2.x hold beside the network's and their maker's roots, with the chains under them.
alter table pile_root drop constraint pile_root_use_check;
alter table pile_root add constraint pile_root_use_check
  check (use in ('central', 'manufacturer', 'v2g', 'mobility', 'oem', 'v2g_chain'));
alter table pile_root add column children jsonb not null default '[]';
alter table pile_root_reading drop constraint pile_root_reading_use_check;
alter table pile_root_reading add constraint pile_root_reading_use_check
  check (use in ('central', 'manufacturer', 'v2g', 'mobility', 'oem', 'v2g_chain'));
-- The number that a pile's request for a certificate bore: what follows bears it again.
alter table certificate add column request int;
