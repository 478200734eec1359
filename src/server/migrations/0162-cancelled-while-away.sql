-- A reservation that was cancelled while its pile was away: the pile is to be told when it is back.
alter table reservation add column cancel_due boolean not null default false;
create index reservation_cancel_due on reservation (pile_id) where cancel_due;
