-- A part of a log may be written into the file store before it goes, as weeks of readings are.
alter table system_setting add column archive_logs boolean not null default false;
