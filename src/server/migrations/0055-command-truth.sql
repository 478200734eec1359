-- unique_id: of the call as it was sent; an answer that comes late, or by another socket, is known by it.
-- progress: the pile's latest word of what it does about the command (Downloading, UploadFailed, RebootRequired).
alter table command add column unique_id text, add column progress text;
-- What still counts against a pile's queue.
create index command_waiting on command (pile_id) where status in ('queued', 'sent');

-- Each kind of oddity of a pile by what it is about, so that a clock that was set does not hide that somebody opened the pile.
-- subject '': those of the kind that are not kept one by one any more, counted. pinned: kept whatever else comes.
alter table pile_flag add column subject text, add column first_at timestamptz, add column pinned boolean not null default false;
update pile_flag set subject = coalesce(nullif(left(detail, 200), ''), '-'), first_at = at;
alter table pile_flag alter column subject set not null, alter column first_at set not null, alter column times type bigint;
alter table pile_flag drop constraint pile_flag_pkey;
alter table pile_flag add primary key (pile_id, flag, subject);

-- What concerns a pile's security is a kind of alarm of its own.
alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check check (kind in ('fault', 'offline', 'command', 'protocol', 'security'));
