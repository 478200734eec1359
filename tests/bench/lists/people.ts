import type pg from 'pg'
import type { BenchServer } from '../server.ts'

/** Who asks, and what they reach. */
export interface Asker {
  /** Empty for the administrator. */
  who: string
  token: string
  /** By the field that names them; without it everything. */
  reach?: Readonly<Record<string, readonly number[]>>
}

/** The smaller sites: some 5 % of what happened. */
const SITES = 'id > 90'
/** As much, of piles all over. */
const PILES = 'id % 20 = 0'
const DEPARTMENT = 'of-department'
const MERCHANT = 'of-merchant'

/** The administrator, someone of a department with its sites, and someone who looks after a merchant's piles. */
export async function askersOf(server: BenchServer): Promise<Asker[]> {
  const { pool } = server
  const { rowCount } = await pool.query('select from users where user_name = $1', [MERCHANT])
  if (!rowCount) await insertPeople(pool)
  const ids = async (query: string): Promise<number[]> => (await pool.query(query)).rows.map(({ id }) => Number(id))
  return [
    { who: '', token: await server.token() },
    {
      who: 'a department',
      token: await server.token(DEPARTMENT),
      reach: { site_id: await ids(`select id from site where ${SITES}`) },
    },
    {
      who: 'a merchant',
      token: await server.token(MERCHANT),
      reach: { pile_id: await ids(`select id from pile where ${PILES}`) },
    },
  ]
}

async function insertPeople(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`insert into dept (name) values ('Bench') returning id`)
  const dept = rows[0].id
  await pool.query(`update site set dept_id = $1 where ${SITES}`, [dept])
  await pool.query(`update pile set merchant_id = 1 where ${PILES}`)
  await insertPerson(pool, { name: DEPARTMENT, scope: 'department', dept })
  const role = await insertPerson(pool, { name: MERCHANT, scope: 'merchants', dept: null })
  await pool.query('insert into role_merchant (role_id, merchant_id) values ($1, 1)', [role])
  await pool.query('vacuum analyze site, pile')
}

interface Insert {
  name: string
  scope: string
  dept: number | null
}

/** May do all that the administrator may, and has the same password. Tells which role it is. */
async function insertPerson(pool: pg.Pool, { name, scope, dept }: Insert): Promise<number> {
  const { rows } = await pool.query(
    `with made as (insert into role (name, permissions, data_scope) values ($1, '{*}', $2) returning id),
     person as (insert into users (user_name, name, dept_id, password_hash)
       select $1, $1, $3, password_hash from users order by id limit 1 returning id)
     insert into user_role (user_id, role_id) select person.id, made.id from person, made returning role_id`,
    [name, scope, dept],
  )
  return rows[0].role_id
}
