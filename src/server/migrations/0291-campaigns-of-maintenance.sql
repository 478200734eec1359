-- The page of a maintenance, and each row of its list, tells its campaigns.
create index campaign_maintenance on campaign (((payload ->> 'maintenance')::bigint)) where action = 'availability';
