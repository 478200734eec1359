-- When another system limited the pile otherwise: what was looked at before that says nothing of it any more.
alter table profile_check add column outdated_at timestamptz;
