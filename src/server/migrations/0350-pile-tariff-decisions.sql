-- How often a person's command about the pile's tariff was answered: what the server began before that leaves it as it is.
alter table pile_tariff add column decisions integer not null default 0;
