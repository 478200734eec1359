-- In which order a pile tried its slots before it was given another, and how its target ends once it has that order again.
create table network_move (
  target_id bigint primary key references campaign_target on delete cascade,
  order_before text not null,
  ends_as text,
  said text
);
