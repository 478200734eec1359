-- Who made a client app's secret, and so may know it. `bound`: it does at most what they may still do; not where they might do
-- everything, as then it is the house's own and outlives them.
alter table client_app add column secret_by bigint, add column bound boolean not null default false;

update client_app a set secret_by = coalesce(
  (select e.user_id from audit_entry e where e.entity = 'client_app' and e.action = 'secret' and e.entity_id = a.id
    order by e.id desc limit 1),
  created_by)
where secret_hash is not null;

update client_app a set bound = not exists (
  select from users u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
  where u.id = a.secret_by and u.status = 'normal' and r.status = 'normal' and r.data_scope = 'all' and '*' = any(r.permissions)
    and not exists (select from user_adjustment j where j.user_id = u.id and j.removed <> '{}'))
where secret_hash is not null;

-- What a client app uploads is its own (minus its identity): in its reach, so that a record of its can hold it.
alter table file drop constraint file_owner_id_fkey;
