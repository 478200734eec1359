-- What people said of an alarm, each for himself: who was slower is kept too. An alarm that was handled before has none; its own columns say it.
create table alarm_handling (
  id bigint generated always as identity primary key,
  alarm_id bigint not null references alarm on delete cascade,
  user_id bigint not null,
  user_name text not null,
  status text not null check (status in ('processed', 'confirmed')),
  remark text,
  phone_at timestamptz, -- as the clock of the phone said
  handled_at timestamptz not null, -- the same by the server's clock
  received_at timestamptz not null default now(),
  taken boolean not null -- false: somebody else had been faster
);
create index alarm_handling_alarm on alarm_handling (alarm_id, id);
