-- What a house says of the values of its dictionaries, and the values that it added. A dictionary is a field: site.facilities.
create table dictionary_item (
  id bigint generated always as identity primary key,
  dictionary text not null check (length(dictionary) <= 80),
  value text not null check (value ~ '^[a-z][a-z0-9_]{0,39}$' or not own),
  label_en text check (length(label_en) between 1 and 200),
  label_zh text check (length(label_zh) between 1 and 200),
  tone text check (tone in ('available', 'charging', 'waiting', 'faulted', 'reserved', 'offline')),
  offered boolean not null default true,
  own boolean not null default false,
  sort int,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint dictionary_item_value_key unique (dictionary, value),
  constraint dictionary_item_own_labels check (not own or (label_en is not null and label_zh is not null))
);

-- A house names reasons of its own; the server holds what is written to the dictionary.
alter table card drop constraint card_block_reason_check;

insert into dictionary_item (dictionary, value, label_en, label_zh, own, sort) values
  ('alarm.remark', 'restarted', 'Restarted from here, works again.', '已远程重启，恢复正常。', true, 0),
  ('alarm.remark', 'technician_sent', 'A technician is on the way.', '已派工程师前往现场。', true, 1),
  ('alarm.remark', 'stop_button', 'The emergency stop had been pressed; released on site.', '急停按钮被按下，现场已复位。', true, 2),
  ('alarm.remark', 'no_fault', 'Checked on site, nothing found.', '现场检查，未发现异常。', true, 3),
  ('refund.reason', 'charged_twice', 'Paid twice.', '重复付款。', true, 0),
  ('refund.reason', 'broke_off', 'Charging broke off because of the pile.', '因桩故障中断充电。', true, 1),
  ('refund.reason', 'wrong_price', 'Billed at a wrong price.', '计费价格有误。', true, 2),
  ('refund.reason', 'goodwill', 'Goodwill.', '客户关怀。', true, 3);
