import type pg from 'pg'
import { inBulk } from '../in-bulk.ts'
import { insertYear } from '../lists/seed.ts'
import { spelledNames } from '../lists/spelled-names.ts'

const MANY = 1_000_000
/** Held by a third of all customers, and by none that a scoped person of this bench reaches. */
export const ELSEWHERE = 'fleet'

/** The network after a year (`lists/seed.ts`), with a million piles, sites, merchants and users as well, and people who reach parts of it. */
export async function insertMany(pool: pg.Pool): Promise<void> {
  await insertYear(pool)
  if (!(await pool.query(`select from dept where name = 'Finding'`)).rowCount)
    await insertAll({ ...{ pool, tables: ['site', 'pile', 'customer'] }, silent: SPELLED_OR_NOTED }, STATEMENTS)
  if (!(await pool.query(`select from users where user_name = 'u${MANY}'`)).rowCount)
    await insertAll(
      { ...{ pool, tables: ['merchant', 'users', 'alarm'] }, silent: [['users', 'users_spelled']] },
      OTHERS,
    )
}

async function insertAll(bulk: Parameters<typeof inBulk>[0], statements: readonly string[]): Promise<void> {
  await inBulk(bulk, async () => {
    for (const statement of statements) await bulk.pool.query(statement)
  })
  await bulk.pool.query('vacuum analyze')
}

/** What they do is in the statements. */
const SPELLED_OR_NOTED = [
  ['site', 'site_spelled'],
  ['customer', 'user'],
  ['pile', 'pile_stay_insert'],
  ['pile', 'pile_ownership_insert'],
] as const

const STATEMENTS = [
  // Each name goes on with its number: so does each way in which it is said.
  `insert into site (name, name_spelled, kind, address)
    with ${spelledNames('充电站1')}
    select case when n % 3 = 0 then left(named.name, -1) else 'Site ' end || n,
      case when n % 3 = 0 then rtrim(replace(named.spelled || ' ', '1 ', n || ' ')) end, 'off_street', 'Road ' || n
    from generate_series((select count(*) + 1 from site), ${MANY}) n join named on named.k = n % 1000 order by n`,
  `insert into pile (station_number, site_id, serial_number)
    select 'CD-' || lpad(n::text, 7, '0'), n, 'SN' || n from generate_series((select count(*) + 1 from pile), ${MANY}) n`,
  `insert into pile_stay (pile_id, site_id, from_at)
    select id, site_id, '-infinity' from pile where site_id is not null and not exists (select from pile_stay where pile_id = pile.id)`,
  `insert into pile_ownership (pile_id, merchant_id)
    select id, merchant_id from pile where not exists (select from pile_ownership where pile_id = pile.id)`,
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
  `insert into users (user_name, name, name_spelled, email, password_hash)
    with ${spelledNames()}
    select 'u' || n, case when n % 9 = 0 then named.name else 'Person ' || n end, case when n % 9 = 0 then named.spelled end,
      'p' || n || '@office.example', 'none'
    from generate_series((select count(*) + 1 from users), ${MANY}) n join named on named.k = n % 1000 order by n`,
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
