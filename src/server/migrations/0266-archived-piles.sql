-- Campaigns ask every second whether a pile that they wait for is archived. Few are: they are found without looking at the others.
create index pile_archived on pile (id) where archived_at is not null;
