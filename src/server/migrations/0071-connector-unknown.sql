-- A connector whose state nobody knows says so. "Unavailable" is what a pile reports that is out of service, and nothing else.
alter table connector alter column status set default 'Unknown';
update connector set status = 'Unknown' where status_at is null and status = 'Unavailable';
