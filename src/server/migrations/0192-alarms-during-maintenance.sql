-- Raised while the pile was under planned maintenance: nobody is told while that lasts.
alter table alarm add column during_maintenance boolean not null default false;
