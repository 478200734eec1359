-- ── a pile's new passwords count beside the old one until one of them is used ──
create table pile_new_password (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete cascade,
  hash text not null,
  -- sent to the pile, which has not answered; accepted by it; or to be entered there by a person
  state text not null check (state in ('sent', 'accepted', 'by_hand')),
  made_at timestamptz not null default now()
);
create index pile_new_password_of on pile_new_password (pile_id);

-- Where it was let in from last: a stranger's wrong passwords elsewhere do not slow it down there.
alter table pile add column last_address text;

-- ── each password that was offered in vain is a row of its own: what a person sees is what is adopted ──
-- The rows of before do not say what they stand for. Who still tries to connect is noted again.
delete from rejected_connection;
alter table rejected_connection drop constraint rejected_connection_station_number_reason_address_key;
alter table rejected_connection add column network text not null;
alter table rejected_connection add column offered text not null default 'none' check (offered in ('none', 'weak', 'good'));
-- Of a password that was offered: under a key of the server, so that it tells nothing of it.
alter table rejected_connection add column fingerprint text;
alter table rejected_connection add constraint rejected_connection_credential
  unique nulls not distinct (station_number, reason, address, fingerprint);
create index rejected_connection_network on rejected_connection (network, last_at desc);
