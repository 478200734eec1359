-- Programs of others that call the API in their own name.
create table client_app (
  id bigint generated always as identity primary key,
  name text not null constraint client_app_name_key unique,
  client_id text not null default 'app_' || replace(gen_random_uuid()::text, '-', '') constraint client_app_client_id_key unique,
  secret_hash text,
  secret_at timestamptz,
  status text not null default 'normal' check (status in ('normal', 'disabled')),
  rate int not null default 120 check (rate between 1 and 6000),
  expires_at timestamptz,
  last_used_at timestamptz,
  remark text,
  data_scope text not null default 'all' check (data_scope in ('all', 'merchants', 'sites', 'department')),
  dept_id bigint constraint client_app_dept_id_fkey references dept on delete restrict,
  created_by bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index client_app_dept on client_app (dept_id);

create table client_app_menu (
  client_app_id bigint not null references client_app on delete cascade,
  menu_id bigint not null references menu on delete cascade,
  primary key (client_app_id, menu_id)
);
create index client_app_menu_of on client_app_menu (menu_id);

create table client_app_site (
  client_app_id bigint not null references client_app on delete cascade,
  site_id bigint not null references site on delete cascade,
  primary key (client_app_id, site_id)
);
create index client_app_site_of on client_app_site (site_id);

create table client_app_merchant (
  client_app_id bigint not null references client_app on delete cascade,
  merchant_id bigint not null references merchant on delete cascade,
  primary key (client_app_id, merchant_id)
);
create index client_app_merchant_of on client_app_merchant (merchant_id);

-- What a client app may do, whether it is in force or not, and for which records.
create view client_app_grant as
  select a.id as client_app_id,
    array(
      select distinct c.code from client_app_menu m join menu_code c using (menu_id)
      where m.client_app_id = a.id order by 1
    ) as permissions,
    reach_of(a.data_scope,
      array(select s.site_id from client_app_site s where s.client_app_id = a.id),
      array(select m.merchant_id from client_app_merchant m where m.client_app_id = a.id), a.dept_id) as sets
  from client_app a;
