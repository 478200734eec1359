import { sql } from 'kysely'

/** The site's day and a running number, seven digits of it until there are more: 2611200000341. */
export const nextOrderNumber = (time_zone: string) => sql<string>`(
  select to_char(now() at time zone ${time_zone}, 'YYMMDD') || lpad(n::text, greatest(7, length(n::text)), '0')
  from nextval('order_number_seq') as n)`

/** The same for refunds, behind an R: R2611200000012. */
export const nextRefundNumber = (time_zone: string) => sql<string>`(
  select 'R' || to_char(now() at time zone ${time_zone}, 'YYMMDD') || lpad(n::text, greatest(7, length(n::text)), '0')
  from nextval('refund_number_seq') as n)`
