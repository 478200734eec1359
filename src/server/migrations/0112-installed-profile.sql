-- What is in piles, as they confirmed it. Connector 0 is the whole pile. A pile that starts anew is given it again.
create table installed_profile (
  pile_id bigint not null references pile on delete cascade,
  connector_number int not null,
  charging_profile_id bigint not null references charging_profile on delete cascade,
  purpose text not null,
  stack_level int not null,
  -- As it was sent (OCPP: what the pile holds), and in which version.
  sent jsonb not null,
  sent_version int not null,
  confirmed_at timestamptz not null default now(),
  primary key (pile_id, connector_number, purpose, stack_level)
);
create index installed_profile_of on installed_profile (charging_profile_id);

-- How many places hold a profile stands with it.
create function count_installed_profiles() returns trigger language plpgsql as $$
begin
  update charging_profile p set count = (select count(*) from installed_profile i where i.charging_profile_id = p.id)
  where p.id in (old.charging_profile_id, new.charging_profile_id);
  return null;
end $$;
create trigger installed_profile_counted after insert or update or delete on installed_profile
  for each row execute function count_installed_profiles();
