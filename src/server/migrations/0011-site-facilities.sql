alter table site
  add column facilities text[],
  add column directions text;
