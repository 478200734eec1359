-- A pile that sends more than its limit allows: since when, null while it does not.
alter table pile add column flooding_since timestamptz;
create index pile_flooding on pile (id) where flooding_since is not null;
-- So many frames of a flood were counted instead of kept; `content` tells how many bytes and which actions.
alter table frame add column counted integer;
