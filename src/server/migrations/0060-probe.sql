-- One row that /readyz writes: a database whose disk is full still answers what only reads.
create table probe (
  id integer primary key default 1 check (id = 1),
  at timestamptz not null
);
