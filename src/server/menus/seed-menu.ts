import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import { catalogue, type Place } from './catalogue.ts'
import { seedRoles } from './sample-roles.ts'

type Db = Kysely<Database>

/** What the catalogue says of an entry; `parent` by its name. */
interface Seed {
  parent: string | null
  type: 'menu' | 'button'
  title: string
  icon: string | null
  path: string | null
  component: string | null
  permission: string | null
  sort: number
  affix: boolean
}

interface Known extends Seed {
  id: number
  name: string
  seed: Seed
}

/**
 * Brings the built-in entries of the menu up to what this version's catalogue says, whatever was changed of them here aside: they
 * follow it field by field as long as they are as it said last. Servers that start together do it one after the other.
 */
export const seedMenu = (db: Db): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('menu'))`.execute(trx)
    const wanted = seedsOf(catalogue)
    const known = await knownEntries(trx)
    const gone = known.filter(({ name }) => !wanted.has(name)).map(({ id }) => id)
    if (gone.length) await trx.deleteFrom('menu').where('id', 'in', gone).execute()
    const names = new Set(known.map(({ name }) => name))
    const fresh = [...wanted].filter(([name]) => !names.has(name))
    await makeRoom(trx, fresh)
    for (const entry of known) await follow(trx, entry, wanted.get(entry.name))
    await insert(trx, fresh)
    await giveToRoles(
      trx,
      fresh.map(([name]) => name),
    )
    if (!known.length) await seedRoles(trx)
  })

function seedsOf(places: readonly Place[], parent: string | null = null): Map<string, Seed> {
  return new Map(
    places.flatMap(({ name, children, ...place }, sort) => {
      const { type, title, icon, path, component, permission, affix } = place
      const seed: Seed = { parent, type, title, icon, path, component, permission, sort, affix }
      return [[name, seed] as const, ...seedsOf(children, name)]
    }),
  )
}

async function knownEntries(db: Db): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select m.id, m.name, p.name as parent, m.type, m.title, m.icon, m.path, m.component, m.permission, m.sort, m.affix, m.seed
    from menu m left join menu p on p.id = m.parent_id where m.built_in order by m.id for update of m`.execute(db)
  return rows
}

/** An entry of one's own that has the name or the path of a new one keeps what it gives, under another. */
async function makeRoom(db: Db, fresh: readonly [string, Seed][]): Promise<void> {
  if (!fresh.length) return
  const paths = fresh.flatMap(([, { path }]) => path ?? [])
  await sql`update menu set name = name || '-' || id where not built_in and name = any(${fresh.map(([name]) => name)})`.execute(
    db,
  )
  await sql`update menu set path = path || '-' || id where not built_in and path = any(${paths})`.execute(db)
}

const FIELDS = ['type', 'title', 'icon', 'path', 'component', 'permission', 'sort', 'affix'] as const

async function follow(db: Db, known: Known, wanted: Seed | undefined): Promise<void> {
  if (!wanted || JSON.stringify(known.seed, KEYS) === JSON.stringify(wanted, KEYS)) return
  const fields = FIELDS.filter((name) => known[name] === known.seed[name]).map((name) => [name, wanted[name]])
  await db
    .updateTable('menu')
    .set(({ eb }) => ({
      ...Object.fromEntries(fields),
      seed: JSON.stringify(wanted),
      version: eb('version', '+', 1),
      ...(known.parent === known.seed.parent && { parent_id: parentOf(wanted.parent) }),
    }))
    .where('id', '=', known.id)
    .execute()
}

const KEYS = [...FIELDS, 'parent']
const parentOf = (name: string | null) => sql<number | null>`(select id from menu where name = ${name})`

async function insert(db: Db, fresh: readonly [string, Seed][]): Promise<void> {
  if (!fresh.length) return
  const rows = JSON.stringify(fresh.map(([name, seed]) => ({ name, ...seed, seed })))
  await sql`insert into menu (name, built_in, type, title, icon, path, component, permission, sort, affix, seed)
    select name, true, type, title, icon, path, component, permission, sort, affix, seed
    from jsonb_to_recordset(${rows}::jsonb) as given (name text, type text, title text, icon text, path text, component text,
      permission text, sort int, affix boolean, seed jsonb)`.execute(db)
  await sql`update menu m set parent_id = p.id from menu p
    where p.name = m.seed ->> 'parent' and m.name = any(${fresh.map(([name]) => name)})`.execute(db)
}

/** Roles that held a permission before there was an entry for it carry the entry. */
async function giveToRoles(db: Db, names: readonly string[]): Promise<void> {
  await sql`insert into role_menu (role_id, menu_id)
    select r.id, m.id from role r join menu m on m.permission = any(r.permissions)
    where m.name = any(${[...names]}) on conflict do nothing`.execute(db)
  await sql`update role r set permissions = array(
      select p from unnest(r.permissions) p
      where not exists (select from menu m where m.permission = p and m.name = any(${[...names]})))
    where exists (select from menu m where m.permission = any(r.permissions) and m.name = any(${[...names]}))`.execute(
    db,
  )
}
