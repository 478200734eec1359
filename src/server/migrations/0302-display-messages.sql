-- What an operator has piles show on their screens. A pile knows it by 1,000 and its id (shared/domain/screen/message.ts).
create table display_message (
  id bigint generated always as identity primary key,
  name text not null,
  texts jsonb not null,
  -- Of a pile that knows no languages.
  language text not null,
  format text not null check (format in ('utf8', 'ascii', 'uri', 'html', 'qr_code')),
  priority text not null check (priority in ('always_front', 'in_front', 'normal')),
  shown_while text check (shown_while in ('charging', 'faulted', 'idle', 'unavailable', 'suspended', 'discharging')),
  starts_at timestamptz,
  ends_at timestamptz,
  is_delete boolean not null generated always as (archived_at is not null) stored,
  pushed_at timestamptz,
  pushed_version int,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index display_message_name on display_message (name) where archived_at is null;
create table display_message_site (
  display_message_id bigint not null references display_message on delete cascade,
  site_id bigint not null references site on delete restrict,
  primary key (display_message_id, site_id)
);
create index display_message_site_site on display_message_site (site_id);
create table display_message_pile_type (
  display_message_id bigint not null references display_message on delete cascade,
  pile_type_id bigint not null references pile_type on delete restrict,
  primary key (display_message_id, pile_type_id)
);
create index display_message_pile_type_type on display_message_pile_type (pile_type_id);

-- Whose a message is: as of an inspection plan, who reaches one of its sites, or piles there by their merchant.
create view display_message_reach as
  select n.display_message_id, n.site_id, p.merchant_id from display_message_site n
  left join pile p on p.site_id = n.site_id and p.archived_at is null;

-- Which campaigns brought a message to piles, or took it away.
create table message_push (
  campaign_id bigint primary key,
  display_message_id bigint not null references display_message on delete cascade
);
create index message_push_of on message_push (display_message_id);

-- In which version a saved message was given, and whether the pile tells otherwise.
alter table shown_message
  add column sent_version int,
  add column differs boolean not null default false;
create index shown_message_number on shown_message (number) where number > 1000;
