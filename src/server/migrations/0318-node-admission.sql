-- Piles on their way in, and those put off in the last minute because what was written took too long.
alter table node add column piles_waiting int not null default 0;
alter table node add column piles_put_off int not null default 0;
-- How many piles it had when a person told it to hand them over; null while it takes piles.
alter table node add column handing_over_from int;
