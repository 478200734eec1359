alter table site add column region_id int constraint site_region_id_check check (region_id between 110000 and 829999);
create index site_region on site (region_id);

create table berth (
  id bigint generated always as identity primary key,
  site_id bigint not null references site on delete restrict,
  serial text not null,
  status text not null default 'open' check (status in ('open', 'reserved', 'closed')),
  pile_id bigint references pile on delete set null,
  connector_number int check (connector_number between 1 and 255),
  longitude double precision,
  latitude double precision,
  remark text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index berth_serial_key on berth (site_id, serial);
create unique index berth_connector_number_key on berth (pile_id, connector_number);
create index berth_serial on berth (serial);

-- A pile that is moved to another site, or taken away, reaches no berth of this one any more.
create function pile_leaves_berths() returns trigger language plpgsql as $$
begin
  update berth set pile_id = null, connector_number = null, version = version + 1, updated_at = now()
    where pile_id = old.id;
  return null;
end $$;
create trigger pile_leaves_berths after update of site_id on pile
  for each row when (old.site_id is distinct from new.site_id) execute function pile_leaves_berths();
