-- Devices on which people are told of alarms while the console is closed (Web Push).
create table push_device (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  family uuid not null, -- the sign-in it belongs to; it ends with that
  remembered boolean not null, -- by "remember me": it may outlast the hours of that sign-in
  endpoint_hash text not null unique,
  sealed bytea not null, -- the address at the push service and the device's keys: anyone who has them could write to the device
  host text not null, -- of that address
  agent text,
  enabled boolean not null default true,
  told_at timestamptz,
  problem text, -- what the push service said when the last message was not taken
  seen_at timestamptz not null default now(), -- when the console was last open there
  created_at timestamptz not null default now()
);
create index push_device_user on push_device (user_id);
create index push_device_family on push_device (family);

-- What a device shows of a case, until the case is over.
create table push_shown (
  device_id bigint not null references push_device on delete cascade,
  case_id bigint not null, -- the first alarm of the case
  alarm_id bigint not null references alarm on delete cascade,
  assignee_id bigint, -- whose the case was when it was shown
  primary key (device_id, case_id)
);
create index push_shown_alarm on push_shown (alarm_id);

-- Alarms of which the console has told people, the newest some hundred. Those that there are already wake nobody.
create table push_noticed (
  alarm_id bigint primary key
);
insert into push_noticed select id from alarm order by id desc limit 500;

-- A sign-in that is ended, and a person who may not sign in any more, leave no device that is told of anything.
create function forget_push_devices() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'session' then
    delete from push_device where family = new.family;
  else
    delete from push_device where user_id = new.id;
  end if;
  return null;
end $$;
create trigger session_push_devices after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function forget_push_devices();
create trigger user_push_devices after update of status, archived_at on users for each row
  when (new.status <> 'normal' or new.archived_at is not null) execute function forget_push_devices();

-- What a person wants to be told of on their devices: { severities, quiet }.
alter table notification_setting add column push jsonb not null default '{}';

alter table message drop constraint message_channel_check;
alter table message add constraint message_channel_check check (channel in ('sms', 'mail', 'wechat', 'push'));
-- What is told of a case once more takes the place of what was not sent yet.
create index message_place on message ((words ->> 'place')) where channel = 'push' and state = 'queued';
