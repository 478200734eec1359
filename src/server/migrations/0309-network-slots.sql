-- What was written into the slots of piles of OCPP 2.x by which they connect (B09). Those of 2.0.1 tell nobody.
create table pile_network_slot (
  pile_id bigint not null references pile on delete cascade,
  slot int not null,
  connection jsonb not null,
  written_at timestamptz not null default now(),
  primary key (pile_id, slot)
);
