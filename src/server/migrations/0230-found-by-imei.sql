-- A phone scans the bar code of a pile's modem.
create index pile_imei on pile (imei) where imei is not null;
