-- How often all sign-ins of somebody were ended: a sign-in that began before and is shown its person's old password is none.
alter table users add column sign_ins_ended int not null default 0;
