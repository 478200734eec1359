-- Whose a customer is: a merchant's, a department's, or with neither the operator's own. Reach to their money and identity follows
-- that and who made them, never where they charged: a pile or a raw call can bring a charging session about.
alter table customer
  add column merchant_id bigint constraint customer_merchant_id_fkey references merchant on delete restrict,
  add column dept_id bigint constraint customer_dept_id_fkey references dept on delete restrict,
  add constraint customer_owner_check check (merchant_id is null or dept_id is null);

-- Those there are go to the merchant or the department of whoever made them, where everything that their maker reaches is that one;
-- all others stay the operator's. A client app counts below zero.
with reaches as (
  select u.id as maker, r.data_scope, m.merchant_id, u.dept_id
    from users u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.status = 'normal'
    left join role_merchant m on m.role_id = r.id and r.data_scope = 'merchants'
  union all
  select -a.id, a.data_scope, m.merchant_id, a.dept_id
    from client_app a left join client_app_merchant m on m.client_app_id = a.id and a.data_scope = 'merchants'
), owner as (
  select maker,
    case when bool_and(data_scope = 'merchants') and count(distinct merchant_id) = 1 then max(merchant_id) end as merchant_id,
    case when bool_and(data_scope = 'department') and count(distinct dept_id) = 1 then max(dept_id) end as dept_id
  from reaches group by maker
)
update customer c set merchant_id = o.merchant_id, dept_id = o.dept_id
from owner o where o.maker = c.created_by and coalesce(o.merchant_id, o.dept_id) is not null;

create index customer_merchant on customer (merchant_id) where merchant_id is not null;
create index customer_dept on customer (dept_id) where dept_id is not null;

-- All of a customer's money is theirs who reach the customer, whichever order it was for.
drop index ledger_entry_apart;

drop trigger customer_place_insert on orders;
drop trigger customer_place_update on orders;
drop function note_customer_places();
drop function note_customer_place();
drop table customer_place;
