-- Who waits to be let in is asked for every few seconds by the to-dos. Of a million users all were read for it.
create index users_to_approve on users (created_at) where status = 'unverified' and archived_at is null;
