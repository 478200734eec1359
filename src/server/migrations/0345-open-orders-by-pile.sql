-- What charges now is so little of all orders that statistics never meet it: every index of open orders looks as if it held one row, and one of
-- cards, of customers or of states was read whole to find a pile's. Each says now by what it is asked, so that it serves nothing else.
-- They are made under other names beside those before, which 0348 drops: reads go on meanwhile, and what is written waits. In a transaction of
-- its own, because one that went on to drop them would wait for who has read orders and waits to write them.
create index orders_open_new on orders (pile_id, connector_number) where status in ('generated', 'completed') and pile_id is not null;
create index orders_card_number_new on orders (card_number) where status = 'generated' and card_number is not null;
create index orders_unsettled_new on orders (customer_id) where status in ('generated', 'completed') and customer_id is not null;
create index orders_status_new on orders (status, id desc) where status not in ('paid', 'generated');
-- For lists of all that runs. Of indexes that look alike the planner takes the one made first: this one is made last, after a restore as well.
create index orders_while_running on orders (pile_id, connector_number) where status = 'generated';
