-- The proof of work that belongs to a picture: the challenge as it was signed.
alter table captcha add column work jsonb;

-- Whose renewal a token is of, and how often that renewal was answered: an answer that arrived is not given again.
alter table session
  add column parent_id bigint references session on delete set null,
  add column superseded_at timestamptz,
  add column answers int not null default 0;
create index session_parent on session (parent_id) where parent_id is not null;

-- A sign-in that is not remembered ends after so many hours, however much it was used.
alter table system_setting add column session_hours int not null default 12 check (session_hours between 1 and 24);

-- What was asked lay there as a bare hash, which is soon found out for a password. Those of before are forgotten: a request
-- without one is known by its key alone. What was answered may hold a password that the server made: it is sealed from now on,
-- and those of before lose it.
alter table idempotency
  alter column request_hash drop not null,
  alter column answer drop not null,
  add column sealed bytea;
update idempotency set request_hash = null, answer = answer::jsonb #- '{data,password}' #- '{data,secret}';

-- Codes whose time is over.
update message set words = words - 'code' where words ? 'code' and expires_at < now();
