-- With whom a view is shared besides everybody (list_view.shared): those who have one of these roles, and these persons. What they see by
-- it is what they may see anyway.
create table list_view_role (
  view_id bigint not null references list_view on delete cascade,
  role_id bigint not null references role on delete cascade,
  primary key (view_id, role_id)
);
create index list_view_role_role on list_view_role (role_id);
create table list_view_user (
  view_id bigint not null references list_view on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (view_id, user_id)
);
create index list_view_user_user on list_view_user (user_id);
