-- What a pile told of a customer, part by part, of the command that asked for it.
create table customer_report_part (
  command_id bigint not null references command (id) on delete cascade,
  part int not null,
  is_last boolean not null,
  text text not null,
  is_cut boolean not null, -- it was longer than what is kept
  told_at timestamptz not null default now(),
  primary key (command_id, part)
);
create index customer_report_part_told_at on customer_report_part (told_at);
