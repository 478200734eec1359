-- The payment at the pile's terminal that an order was begun with, as its service calls it; null: none was.
alter table orders add column terminal_reference text;
