-- The plate of the car that stands at a berth, as staff typed it: personal data, which is forgotten after so many hours. Null: nobody's
-- stands there any more; what was said earlier and comes later changes nothing.
create table berth_plate (
  berth_id bigint primary key references berth on delete cascade,
  plate text,
  noted_at timestamptz not null, -- by the server's clock
  user_id bigint not null,
  user_name text not null
);
create index berth_plate_age on berth_plate (noted_at);

-- When someone on a round looked at a pile last.
create table pile_look (
  pile_id bigint primary key references pile on delete cascade,
  looked_at timestamptz not null, -- by the server's clock
  user_id bigint not null,
  user_name text not null
);

alter table system_setting add column plate_hours int not null default 24 check (plate_hours between 1 and 168);
