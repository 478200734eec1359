-- When a server that has this task last said so: one of another version, which does not have it, leaves it alone until nobody has for a day.
alter table task add column declared_at timestamptz not null default now();
