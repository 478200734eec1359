-- What a pile watches of itself, by the newest word of it: what lasts, and what is over. An older word, or the same one again, changes nothing.
create table pile_condition (
  pile_id bigint not null references pile (id) on delete cascade,
  thing text not null, -- the part, what of it is watched, and by which monitor
  code text not null,
  connector_number int,
  monitor_number int,
  lasts boolean not null,
  at timestamptz not null,
  event_id bigint not null, -- of two words of one moment the later one has the larger
  primary key (pile_id, thing)
);

alter table alarm
  -- Of such a condition: the pile's word of it ends it, and no state of a gun.
  add column by_condition boolean not null default false,
  add column monitor_number int;
