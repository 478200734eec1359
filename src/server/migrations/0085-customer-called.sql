-- What a customer is called wherever a record points at one: choosing one starts with these in order.
create index customer_called on customer (coalesce(name, account), id) include (status, archived_at);
