-- The outbox: what is to be sent is written with what it tells of, in one transaction; the server then sends it.
create table message (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'mail', 'wechat')),
  recipient text not null,
  user_id bigint constraint message_user_id_fkey references users on delete set null,
  template text not null,
  language text not null check (language in ('en', 'zh-CN')),
  words jsonb, -- of the template; null once a code among them has done its service
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept')),
  tries int not null default 0,
  failure text check (failure in ('refused', 'unreachable', 'too_late')),
  problem text,
  service text,
  reference text,
  next_try_at timestamptz default now(), -- while it is being sent: when it is taken for lost
  expires_at timestamptz, -- later it is of no use
  sent_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint message_next_try_at_check check ((state = 'queued') = (next_try_at is not null))
);
create index message_due on message (next_try_at) where state = 'queued';
create index message_created on message (created_at desc, id desc);
create index message_user on message (user_id);

-- What people are told of by themselves, by which ways. Who has no row is told in the console only.
create table notification_setting (
  user_id bigint primary key references users on delete cascade,
  ways jsonb not null default '{}', -- { kind: ['sms', 'mail', 'wechat'] }
  wechat text, -- the person's account in WeChat Work
  told_to bigint not null default 0, -- the newest matter that this person was told of
  told_at timestamptz
);

-- Matters that wait for somebody, in the order in which the server noticed them. They go when they wait no more.
create table matter (
  id bigint generated always as identity primary key,
  kind text not null,
  record_id bigint not null,
  noticed_at timestamptz not null default now(),
  constraint matter_record unique (kind, record_id)
);

-- A signed-in person proves by a code that a number, an address or an account is theirs.
alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('sign_in', 'reset', 'register', 'contact'));
