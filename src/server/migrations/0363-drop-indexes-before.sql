-- What 0362 made anew is read instead of them.
drop index orders_ended_before;
drop index orders_started_before;
