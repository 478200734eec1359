import type pg from 'pg'
import { insertYear } from '../lists/seed.ts'

const MANY = 1_000_000
/** Held by a third of all customers, and by none that a scoped person of this bench reaches. */
export const ELSEWHERE = 'fleet'

/** The network after a year (`lists/seed.ts`), with a million piles, sites, merchants and users as well, and people who reach parts of it. */
export async function insertMany(pool: pg.Pool): Promise<void> {
  await insertYear(pool)
  if (!(await pool.query(`select from dept where name = 'Finding'`)).rowCount) await insertAll(pool, STATEMENTS)
  if (!(await pool.query(`select from users where user_name = 'u${MANY}'`)).rowCount) await insertAll(pool, OTHERS)
}

async function insertAll(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await pool.query(statement)
  await pool.query('vacuum analyze')
}

const STATEMENTS = [
  `insert into site (name, kind, address)
    select case when n % 3 = 0 then chr((24352 + n % 500)::int) || chr((20000 + n % 1000)::int) || '充电站' else 'Site ' end || n, 'off_street', 'Road ' || n
    from generate_series((select count(*) + 1 from site), ${MANY}) n`,
  `insert into pile (station_number, site_id, serial_number)
    select 'CD-' || lpad(n::text, 7, '0'), n, 'SN' || n from generate_series((select count(*) + 1 from pile), ${MANY}) n`,
  `insert into dept (name) values ('Finding')`,
  `update site set dept_id = (select id from dept where name = 'Finding') where id > 90 and id <= 10000`,
  'update pile set merchant_id = 1 where id % 20 = 0 and id <= 2000',
  'update customer set merchant_id = 1 where id % 20 = 1',
  `update customer set dept_id = (select id from dept where name = 'Finding') where id % 20 = 2`,
  `update customer set account = '${ELSEWHERE}' || id where id % 20 > 12`,
]

const OTHERS = [
  `insert into merchant (name, phone, contact, address)
    select 'Merchant ' || n, '021' || n, case when n % 2 = 0 then 'Contact ' || n end, 'Street ' || n
    from generate_series((select count(*) + 1 from merchant), ${MANY}) n`,
  `insert into users (user_name, name, email, password_hash)
    select 'u' || n, case when n % 9 = 0 then chr((24352 + n % 500)::int) || chr((20000 + n % 1000)::int) else 'Person ' || n end,
      'p' || n || '@office.example', 'none'
    from generate_series((select count(*) + 1 from users), ${MANY}) n`,
  `update alarm set vendor_code = 'E-' || id % 5000 where id % 50 = 0`,
]

/** May do everything with what they reach, and have the administrator's password. */
export const PEOPLE = {
  'of-sites': ['sites', `insert into role_site (role_id, site_id) select $1, id from site where id between 95 and 97`],
  'of-merchant': ['merchants', 'insert into role_merchant (role_id, merchant_id) values ($1, 1)'],
  'of-department': [
    'department',
    `update users set dept_id = d.id from dept d where d.name = 'Finding' and users.id = $2 and $1 > 0`,
  ],
  'of-nothing': ['merchants', 'insert into role_merchant (role_id, merchant_id) values ($1, 2)'],
} as const

export async function insertPeople(pool: pg.Pool): Promise<void> {
  for (const [name, [scope, reach]] of Object.entries(PEOPLE)) {
    if ((await pool.query('select from users where user_name = $1', [`finding-${name}`])).rowCount) continue
    const { rows } = await pool.query(
      `with made as (insert into role (name, permissions, data_scope) values ($1, '{*}', $2) returning id),
       person as (insert into users (user_name, name, password_hash)
         select $1, $1, password_hash from users order by id limit 1 returning id)
       insert into user_role (user_id, role_id) select person.id, made.id from person, made returning role_id, user_id`,
      [`finding-${name}`, scope],
    )
    const { role_id, user_id } = rows[0]
    await pool.query(reach, reach.includes('$2') ? [role_id, user_id] : [role_id])
  }
}
