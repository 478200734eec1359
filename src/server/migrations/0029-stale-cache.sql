-- Piles that may still let somebody start whom nobody pays for any more, until they were told to clear their cache.
create table stale_cache (
  pile_id bigint primary key references pile on delete cascade,
  asked_by text not null,
  noted_at timestamptz not null default clock_timestamp()
);
