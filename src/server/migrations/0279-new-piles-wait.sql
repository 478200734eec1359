-- Whether a pile that is new, or runs another firmware, waits until it told its variables and has its template.
alter table system_setting
  add column ask_new_piles text not null default 'never' check (ask_new_piles in ('never', 'new', 'new_or_updated'));
