-- By how many seconds the clock of a node's machine differs from the database's, by which the node goes.
alter table node add column clock_off_s integer not null default 0;
