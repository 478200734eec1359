-- The piles that a maintenance takes out of service, each with the campaign that asked for it. One that moves away is put back (back_at), one
-- that moves there is asked as well.
create table maintenance_service (
  maintenance_id bigint not null references maintenance on delete cascade,
  pile_id bigint not null references pile on delete cascade,
  out_campaign_id bigint references campaign on delete set null,
  back_at timestamptz,
  primary key (maintenance_id, pile_id)
);
create index maintenance_service_pile on maintenance_service (pile_id);
create index maintenance_service_campaign on maintenance_service (out_campaign_id);
insert into maintenance_service (maintenance_id, pile_id, out_campaign_id)
  select distinct m.id, t.pile_id, m.out_campaign_id from maintenance m join campaign_target t on t.campaign_id = m.out_campaign_id
  where m.out_at is not null and m.back_at is null and t.pile_id is not null;

-- Whether this maintenance is about a pile now.
create function is_under(maintenance_id bigint, pile bigint) returns boolean language sql stable as $$
  select exists (select from maintenance_span span
    where span.maintenance_id = is_under.maintenance_id and span.pile_id = pile and span.starts_at <= now() and span.ends_at > now())
$$;
