-- What the screens of piles hold beside their makers' own messages.
create table shown_message (
  pile_id bigint not null references pile on delete cascade,
  number bigint not null,
  -- As the pile was given it and took it; null of one that was not given from here.
  sent jsonb,
  -- As the pile told it; null where it has not told it.
  told jsonb,
  -- The pile told all that it holds, and this was not among it.
  missing boolean not null default false,
  -- The pile takes it away by itself then, or when this runs no more.
  ends_at timestamptz,
  transaction_id text,
  sent_at timestamptz,
  told_at timestamptz,
  primary key (pile_id, number)
);
create index shown_message_ends on shown_message (ends_at) where ends_at is not null;
create index shown_message_session on shown_message (pile_id, transaction_id) where transaction_id is not null;
