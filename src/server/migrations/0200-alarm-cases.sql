-- An alarm is a case: who has it, who is on the way, until when it rests. What comes again within a day continues it.
alter table alarm
  add column assignee_id bigint references users on delete set null,
  add column assignee_name text,
  add column on_my_way_at timestamptz,
  add column snoozed_until timestamptz,
  add column first_id bigint references alarm on delete cascade, -- the first of a fault that comes and goes; null of that one
  add column times int not null default 1; -- the how manieth of them it is
create index alarm_first on alarm (first_id) where first_id is not null;
create index alarm_assignee on alarm (assignee_id, raised_at desc, id desc) where assignee_id is not null;

-- What was done last time for this code, the newest first.
create index alarm_done on alarm (code, handled_at desc) where status = 'processed' and remark is not null;

-- A fault that is over closes its alarm, unless a person has answered it. One of security waits for a person.
alter table alarm drop constraint alarm_status_check;
update alarm set status = 'recovered' where status = 'open' and cleared_at is not null and kind <> 'security';
alter table alarm add constraint alarm_status_check check (status in ('open', 'processed', 'confirmed', 'recovered'));

-- What people said of an alarm becomes what they did about it: answers are some of its entries.
alter table alarm_handling rename to alarm_entry;
alter index alarm_handling_alarm rename to alarm_entry_alarm;
alter table alarm_entry rename column status to kind;
alter table alarm_entry rename column remark to text;
alter table alarm_entry rename column handled_at to said_at;
alter table alarm_entry drop constraint alarm_handling_status_check;
alter table alarm_entry
  add column assignee_name text, -- of assign
  add column until timestamptz, -- of snooze
  add constraint alarm_entry_kind_check
    check (kind in ('processed', 'confirmed', 'note', 'assign', 'release', 'on_my_way', 'snooze', 'wake'));
