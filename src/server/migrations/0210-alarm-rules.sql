-- What an operator decides of alarms: which reports are any, how severe they are, who is told by which way and when.
create table alarm_rule (
  id bigint generated always as identity primary key,
  name text not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  position int not null default 100, -- of those that fit an alarm the first holds
  codes text[],
  kinds text[],
  vendor_codes text, -- with commas between them
  raises boolean not null default true,
  severity text check (severity in ('critical', 'major', 'minor')),
  ways text[],
  tell_handlers boolean not null default false,
  tell_minutes int not null default 0 check (tell_minutes between 0 and 1440),
  escalate_minutes int check (escalate_minutes between 1 and 1440),
  quiet_from int check (quiet_from between 0 and 23), -- by the site's clock
  quiet_to int check (quiet_to between 0 and 23),
  told_at timestamptz, -- all that is due goes into one message, a minute apart at least
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index alarm_rule_position on alarm_rule (position, id);
create table alarm_rule_site (
  alarm_rule_id bigint not null references alarm_rule on delete cascade,
  site_id bigint not null references site on delete restrict,
  primary key (alarm_rule_id, site_id)
);
create index alarm_rule_site_site on alarm_rule_site (site_id);
create table alarm_rule_pile_type (
  alarm_rule_id bigint not null references alarm_rule on delete cascade,
  pile_type_id bigint not null references pile_type on delete restrict,
  primary key (alarm_rule_id, pile_type_id)
);
create index alarm_rule_pile_type_pile_type on alarm_rule_pile_type (pile_type_id);
create table alarm_rule_tell_role (
  alarm_rule_id bigint not null references alarm_rule on delete cascade,
  tell_role_id bigint not null references role on delete restrict,
  primary key (alarm_rule_id, tell_role_id)
);
create index alarm_rule_tell_role_role on alarm_rule_tell_role (tell_role_id);
create table alarm_rule_tell_user (
  alarm_rule_id bigint not null references alarm_rule on delete cascade,
  tell_user_id bigint not null references users on delete restrict,
  primary key (alarm_rule_id, tell_user_id)
);
create index alarm_rule_tell_user_user on alarm_rule_tell_user (tell_user_id);
create table alarm_rule_next_role (
  alarm_rule_id bigint not null references alarm_rule on delete cascade,
  next_role_id bigint not null references role on delete restrict,
  primary key (alarm_rule_id, next_role_id)
);
create index alarm_rule_next_role_role on alarm_rule_next_role (next_role_id);
create table alarm_rule_next_user (
  alarm_rule_id bigint not null references alarm_rule on delete cascade,
  next_user_id bigint not null references users on delete restrict,
  primary key (alarm_rule_id, next_user_id)
);
create index alarm_rule_next_user_user on alarm_rule_next_user (next_user_id);

-- The rule that holds for an alarm of a pile; no row: none does. Kinds and codes that are empty fit all.
create function alarm_rule_for(p pile, alarm_kind text, alarm_code text, maker_code text) returns setof alarm_rule
language sql stable rows 1 as $$
  select r.* from alarm_rule r
  where r.status = 'enabled'
    and (coalesce(r.codes, '{}') = '{}' or alarm_code = any(r.codes))
    and (coalesce(r.kinds, '{}') = '{}' or alarm_kind = any(r.kinds))
    and (coalesce(r.vendor_codes, '') = ''
      or lower(maker_code) = any(string_to_array(regexp_replace(lower(r.vendor_codes), '\s*,\s*', ',', 'g'), ',')))
    and (not exists (select from alarm_rule_site s where s.alarm_rule_id = r.id)
      or exists (select from alarm_rule_site s where s.alarm_rule_id = r.id and s.site_id = p.site_id))
    and (not exists (select from alarm_rule_pile_type s where s.alarm_rule_id = r.id)
      or exists (select from alarm_rule_pile_type s where s.alarm_rule_id = r.id and s.pile_type_id = p.pile_type_id))
  order by r.position, r.id limit 1
$$;

alter table alarm
  add column severity text not null default 'major' check (severity in ('critical', 'major', 'minor')),
  -- The rule that held when it was raised.
  add column rule_id bigint references alarm_rule on delete set null;
update alarm set severity = 'critical' where code in ('GroundFailure', 'HighTemperature', 'OverCurrentFailure', 'OverVoltage',
  'PowerSwitchFailure', 'TamperDetectionActivated', 'UnauthorizedCharging', 'InvalidFirmwareSignature',
  'InvalidFirmwareSigningCertificate', 'AttemptedReplayAttacks');
update alarm set severity = 'minor' where code in ('EVCommunicationError', 'LocalListConflict', 'WeakSignal', 'LocalListDiffers',
  'ClockAhead', 'ClockBehind', 'Flood', 'UploadFailed');
-- What may still be told.
create index alarm_ruled on alarm (rule_id) where rule_id is not null and status = 'open';

alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check
  check (kind in ('fault', 'offline', 'command', 'protocol', 'security', 'meter', 'order'));

-- Who was told of a case: once by its rule, and once more where nobody took it. Written together with the messages.
create table alarm_telling (
  case_id bigint not null references alarm on delete cascade,
  step int not null check (step in (1, 2)), -- 2: escalated
  told_at timestamptz not null default now(),
  names text[] not null, -- of those who were told; none: nobody could be
  ways text[] not null,
  primary key (case_id, step)
);

-- Raised while its pile was under planned maintenance, it waits for nobody while that lasts, nor if it was over by then. It is asked of the
-- times: what is still wrong at the end waits from then on, whatever happened to this server meanwhile.
create function is_silent(a alarm) returns boolean language sql stable as
  'select a.during_maintenance and is_planned(a.pile_id, coalesce(a.cleared_at, now()))';

-- Whether an hour lies in a span that may run past midnight; the same hour twice is the whole day.
create function in_hours(at int, from_hour int, to_hour int) returns boolean language sql immutable as
  'select case when from_hour < to_hour then at >= from_hour and at < to_hour else at >= from_hour or at < to_hour end';
