-- What has to be the same at all nodes, as fingerprints; of nodes of a version before nothing is known.
alter table node add column shares jsonb not null default '{}';
