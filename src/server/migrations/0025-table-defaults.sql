-- The columns that a list has for everybody who did not arrange their own.
create table table_default (
  name text primary key,
  columns jsonb not null
);
