-- What systems beside us limit a pile, or one of its EVSEs (0 is the whole pile), to, as the pile told it (OCPP 2.0.1, K11 to K13).
create table outside_limit (
  pile_id bigint not null references pile on delete cascade,
  evse int not null,
  source text not null check (source in ('energy_management', 'grid_operator', 'network_operator', 'other')),
  grid_critical boolean,
  -- Of 2.1: so much more there is, instead of a limit.
  local_generation boolean not null,
  -- Since when it says what it says, and when the pile said so last.
  since timestamptz not null,
  told_at timestamptz not null,
  schedules jsonb not null,
  primary key (pile_id, evse, source, local_generation)
);
