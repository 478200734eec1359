-- ── a number is one person's however it is written: with two of them a code could go to neither ──
-- Whoever had it first keeps it; the other one could not be reached by it.
update users u set phone = null, version = version + 1, updated_at = now()
where archived_at is null and exists (
  select from users first
  where first.archived_at is null and first.id < u.id and bare_phone(first.phone) = bare_phone(u.phone));
drop index users_phone_key;
create unique index users_phone_key on users (bare_phone(phone)) where archived_at is null;
