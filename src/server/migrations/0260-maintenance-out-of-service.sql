-- Planned work may take its piles out of service when it begins and put them back when it is over. out_at and back_at: when that was
-- arranged, each once, in the transaction that writes its campaign; no campaign where no pile was there to ask.
alter table maintenance
  add column service text not null default 'in_service' check (service in ('in_service', 'after_sessions', 'at_once')),
  add column out_at timestamptz,
  add column out_campaign_id bigint references campaign on delete set null,
  add column back_at timestamptz,
  add column back_campaign_id bigint references campaign on delete set null,
  -- Of the person who planned it: its campaigns are named in it.
  add column language text;
create index maintenance_to_begin on maintenance (starts_at) where service <> 'in_service' and out_at is null;
create index maintenance_to_end on maintenance (over_at) where out_at is not null and back_at is null;

-- What people said last of a gun's service, or of the whole pile's (0), and the pile took. What maintenance asks for is asked by nobody.
create table service_by_hand (
  pile_id bigint not null references pile on delete cascade,
  connector_number int not null,
  type text not null,
  at timestamptz not null,
  primary key (pile_id, connector_number)
);
create function note_service_by_hand() returns trigger language plpgsql as $$
begin
  insert into service_by_hand as kept (pile_id, connector_number, type, at)
    values (new.pile_id, (new.intent::jsonb ->> 'connector_number')::int, new.intent::jsonb ->> 'type', new.created_at)
    on conflict (pile_id, connector_number) do update set type = excluded.type, at = excluded.at where excluded.at >= kept.at;
  return null;
end $$;
create trigger service_by_hand after update of status on command for each row
  when (new.action = 'availability' and new.asked_by is not null and new.intent is not null
    and new.status in ('accepted', 'done') and old.status <> new.status)
  execute function note_service_by_hand();
insert into service_by_hand (pile_id, connector_number, type, at)
  select distinct on (pile_id, gun) pile_id, gun, type, created_at
  from command cross join lateral (
    select (intent::jsonb ->> 'connector_number')::int as gun, intent::jsonb ->> 'type' as type) said
  where action = 'availability' and asked_by is not null and intent is not null and status in ('accepted', 'done')
  order by pile_id, gun, id desc;

-- A person set this gun out of service, alone or with the whole pile, and nobody set it back since.
create function out_by_hand(pile bigint, gun int) returns boolean language sql stable as $$
  select coalesce((select type = 'Inoperative' from service_by_hand where pile_id = pile and connector_number in (0, gun)
    order by at desc limit 1), false)
$$;
-- Maintenance keeps this gun out of service now. One that a person put back into service meanwhile is theirs, to try it out.
create function out_by_maintenance(pile bigint, gun int) returns boolean language sql stable as $$
  select exists (select from maintenance_span span join maintenance m on m.id = span.maintenance_id
    where span.pile_id = pile and m.service <> 'in_service' and span.starts_at <= now() and span.ends_at > now()
      and not exists (select from service_by_hand hand where hand.pile_id = pile and hand.connector_number in (0, gun)
        and hand.type = 'Operative' and hand.at > span.starts_at))
$$;
