-- Which node has a pile, counted by epochs: each socket that a pile opens, at whichever node, and each take-over begins a new one. What an
-- older socket writes at its end does not count. A pile that is away stays with the node that had it last, until another one has it or that
-- node is gone.
create table pile_session (
  pile_id bigint primary key references pile (id) on delete cascade,
  -- No reference: nodes are forgotten some time after their end.
  node_id bigint not null,
  epoch bigint not null default 1,
  connected boolean not null,
  protocol text,
  -- Another node wants its socket ended, with these words.
  end_why text,
  changed_at timestamptz not null default now()
) with (fillfactor = 80);
create index pile_session_node on pile_session (node_id);
-- Each node reads what changed in the last seconds.
create index pile_session_changed on pile_session (changed_at);
insert into pile_session (pile_id, node_id, connected, protocol)
select id, 0, false, protocol from pile where connected_at is not null;

-- A command that waits to be claimed by the node that has its pile. What it asks for lies here sealed: its own row has no secrets.
create table command_handover (
  command_id bigint primary key references command (id) on delete cascade,
  pile_id bigint not null,
  asked bytea not null,
  created_at timestamptz not null default now()
);
create index command_handover_pile on command_handover (pile_id);
-- Who carries it out, or has it in its hands until its turn comes.
alter table command add column node_id bigint;
