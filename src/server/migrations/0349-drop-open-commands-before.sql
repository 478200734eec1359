-- The name goes to the index that 0347 made, as in 0348.
drop index command_waiting, command_open;
alter index command_open_new rename to command_open;
