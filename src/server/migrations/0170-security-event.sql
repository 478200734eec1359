-- What piles say of their security. The first hundred of a pile in a day stand one by one, further ones are counted by their type (`counted`),
-- so that no pile fills the table. at: by the pile's clock, where it said a time that can be read.
create table security_event (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete cascade,
  site_id bigint references site on delete set null,
  type text not null,
  severity text not null check (severity in ('critical', 'ordinary', 'own')),
  info text,
  times int not null default 1,
  counted boolean not null default false,
  at timestamptz,
  first_at timestamptz not null,
  received_at timestamptz not null,
  day date not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index security_event_same on security_event (pile_id, day, type, coalesce(at, '-infinity'), md5(coalesce(info, '')))
  where not counted;
create unique index security_event_counted on security_event (pile_id, day, type) where counted;
create index security_event_received on security_event (received_at desc);
create index security_event_site on security_event (site_id, received_at desc);
