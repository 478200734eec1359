-- Of what a pile offers no other protocol is taken.
alter table pile add column only_protocol text;
