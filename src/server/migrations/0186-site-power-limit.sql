-- What a site's connection to the grid allows all its piles together.
alter table site add column power_limit_w bigint check (power_limit_w > 0);
