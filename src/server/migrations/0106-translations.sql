-- A text in several languages is one object, by the language's tag: {"en": "Open", "zh-CN": "正常"}. Which languages there are is a matter
-- of the folders under locales, not of the tables.
create function is_translations(texts jsonb) returns boolean language sql immutable
  return jsonb_typeof(texts) = 'object' and not jsonb_path_exists(texts, '$.* ? (@.type() != "string" || @ == "")');

alter table dictionary_item add column labels jsonb not null default '{}';
update dictionary_item set labels = jsonb_strip_nulls(jsonb_build_object('en', label_en, 'zh-CN', label_zh));
alter table dictionary_item
  drop constraint dictionary_item_own_labels,
  drop column label_en,
  drop column label_zh,
  add constraint dictionary_item_labels check (is_translations(labels)),
  add constraint dictionary_item_own_labels check (not own or labels <> '{}');

alter table menu add column titles jsonb check (is_translations(titles));
update menu set titles = jsonb_strip_nulls(jsonb_build_object('en', nullif(title_en, ''), 'zh-CN', nullif(title_zh, '')))
where nullif(title_en, '') is not null or nullif(title_zh, '') is not null;
alter table menu drop column title_en, drop column title_zh;

alter table system_setting add column agreement jsonb check (is_translations(agreement));
update system_setting
set agreement = jsonb_strip_nulls(jsonb_build_object('en', nullif(agreement_en, ''), 'zh-CN', nullif(agreement_zh, '')))
where nullif(agreement_en, '') is not null or nullif(agreement_zh, '') is not null;
alter table system_setting drop column agreement_en, drop column agreement_zh;

alter table users drop constraint users_language_check,
  add constraint users_language_check check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$');
alter table message drop constraint message_language_check,
  add constraint message_language_check check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$');

-- The order of names is each language's own: the server makes what is not there yet (src/server/kit/database/collations.ts).
alter collation names rename to names_en;
alter collation names_zh rename to names_zh_cn;
alter index merchant_name rename to merchant_name_en;
alter index merchant_name_zh rename to merchant_name_zh_cn;
alter index file_name rename to file_name_en;
alter index file_name_zh rename to file_name_zh_cn;
