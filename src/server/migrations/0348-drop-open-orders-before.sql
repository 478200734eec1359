-- The names go to the indexes that 0345 made. A moment under a lock that reads wait for as well.
drop index orders_open, orders_card_number, orders_unsettled, orders_status;
alter index orders_open_new rename to orders_open;
alter index orders_card_number_new rename to orders_card_number;
alter index orders_unsettled_new rename to orders_unsettled;
alter index orders_status_new rename to orders_status;
