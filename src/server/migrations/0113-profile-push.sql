-- Which campaigns brought a profile to piles, or had them let go of it: its push log.
create table profile_push (
  campaign_id bigint primary key,
  charging_profile_id bigint not null references charging_profile on delete cascade
);
create index profile_push_of on profile_push (charging_profile_id);
