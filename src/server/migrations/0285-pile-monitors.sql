-- What a pile watches by monitors of its own numbers: a value beyond a limit, a change, or every so many seconds.
create table pile_monitor (
  pile_id bigint not null references pile (id) on delete cascade,
  number int not null, -- the pile's
  component text not null,
  component_instance text,
  evse int,
  connector int,
  variable text not null,
  variable_instance text,
  watch text not null check (watch in ('upper', 'lower', 'delta', 'periodic', 'clock_aligned')),
  value float8 not null,
  level int not null check (level between 0 and 9),
  in_session boolean not null,
  told_at timestamptz not null default now(),
  primary key (pile_id, number)
);
