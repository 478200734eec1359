-- What charges now is so little of all orders that statistics never meet it: every index of open orders looks as if it held one row, and one of
-- cards, of customers or of states was read whole to find a pile's. Each says now by what it is asked, so that it serves nothing else.
drop index orders_open, orders_card_number, orders_unsettled, orders_status;
create index orders_open on orders (pile_id, connector_number) where status in ('generated', 'completed') and pile_id is not null;
create index orders_card_number on orders (card_number) where status = 'generated' and card_number is not null;
create index orders_unsettled on orders (customer_id) where status in ('generated', 'completed') and customer_id is not null;
create index orders_status on orders (status, id desc) where status not in ('paid', 'generated');
-- For lists of all that runs. Of indexes that look alike the planner takes the one made first: this one is made last, after a restore as well.
create index orders_while_running on orders (pile_id, connector_number) where status = 'generated';

-- What waits at a pile and what is under way there is looked for by one of them.
drop index command_waiting, command_open;
create index command_open on command (pile_id) where status in ('queued', 'sent', 'accepted');
