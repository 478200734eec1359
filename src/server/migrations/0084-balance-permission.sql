-- Who may see customers need not see their balances any more. Whoever works with customers' money sees them as before: roles that
-- enter, correct, review or list it, and people who were given any of that beyond their roles. A new installation has no entries yet.
insert into menu (name, built_in, type, title, permission, sort, affix, parent_id, seed)
select 'customer.balance', true, 'button', 'actions.customer_balance', 'customer.balance', 9, false, page.id,
  '{"parent": "customers", "type": "button", "title": "actions.customer_balance", "icon": null, "path": null, "component": null,
    "permission": "customer.balance", "sort": 9, "affix": false}'::jsonb
from menu page
where page.name = 'customers' and page.built_in and not exists (select from menu m where m.name = 'customer.balance');

create temporary table money_code on commit drop as
  select unnest(array['customer.top_up', 'customer.correct', 'ledger_entry.list', 'ledger_entry.export', 'balance_request.list',
    'balance_request.export', 'balance_request.approve', 'order.settle', 'order.collect', 'order.supplement', 'payment.list',
    'payment.export', 'refund.list', 'refund.export', 'refund.request', 'refund.review', 'refund.pay', 'refund.confirm']) as code;

insert into role_menu (role_id, menu_id)
select g.role_id, m.id from role_grant g, menu m
where m.name = 'customer.balance' and m.built_in
  and exists (select from money_code c where c.code = any(g.permissions))
on conflict do nothing;

insert into user_route (user_id, menu_id, effect)
select distinct a.user_id, m.id, 'add' from user_route a
join menu_code given on given.menu_id = a.menu_id and given.code in (select code from money_code), menu m
where a.effect = 'add' and m.name = 'customer.balance' and m.built_in
on conflict do nothing;
