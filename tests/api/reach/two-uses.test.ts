import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nothingFor, type Reached } from '../../../src/server/kit/reach/reach.ts'
import { within } from '../../../src/server/kit/reach/within.ts'
import type { Entity } from '../../../src/shared/kit/entity.ts'
import { makeCard, makeCustomer, makeFile, makeOrder, makePile } from '../../make.ts'
import { allEntities } from '../../setup/contract.ts'
import { startServer, type TestServer } from '../../setup/server.ts'
import { makeSide, type Side } from '../../setup/two-sides.ts'

/** A condition to ask rows with and one to find them by are two ways of saying the same. */

let server: TestServer
let north: Side
let reaches: Record<string, Reached>
let made: Record<string, Record<'theirs' | 'others', number[]>>
beforeAll(async () => {
  server = await startServer()
  north = await makeSide(server.db, 'north')
  const south = await makeSide(server.db, 'south')
  await makeWhatNoOrderTies(south)
  const { site, pile, merchant, dept, user } = north.ids as Record<
    'site' | 'pile' | 'merchant' | 'dept' | 'user',
    number
  >
  const own = { ...nothingFor(user), peers: [user, 77] }
  const nowhere = Array.from({ length: 600 }, (_, at) => 1_000_000 + at)
  reaches = {
    sites: { ...own, sites: [site] },
    merchants: { ...own, piles: [pile], merchants: [merchant] },
    department: { ...own, sites: [site], depts: [dept] },
    'sites and merchants': {
      ...own,
      sites: [site],
      piles: [south.ids.pile as number],
      merchants: [south.ids.merchant as number],
    },
    // So many are asked in another way.
    'very many': {
      ...own,
      sites: [site, ...nowhere],
      piles: [pile, ...nowhere],
      merchants: [merchant, ...nowhere],
      depts: [dept, ...nowhere],
      peers: [user, 77, ...nowhere],
    },
    nothing: nothingFor(0),
  }
})
afterAll(() => server.stop())

/** Customers and cards that someone of the person's own made, a stranger's session at their pile, a pile of theirs at another site. */
async function makeWhatNoOrderTies(south: Side) {
  const { db } = server
  const [walkIn, strange] = [await makeCustomer(db, { created_by: 77 }), await makeCustomer(db)]
  const ofDept = await makeCustomer(db, { dept_id: north.ids.dept as number })
  // To have charged at their site, at their pile, makes nobody theirs.
  await makeOrder(db, { pile_id: north.ids.pile as number, site_id: north.ids.site as number, customer_id: strange.id })
  const topUp = (customer_id: number) =>
    db
      .insertInto('ledger_entry')
      .values({ customer_id, kind: 'top_up', amount_cents: 100 })
      .returning('id')
      .executeTakeFirstOrThrow()
  const entries = [await topUp(walkIn.id), await topUp(strange.id)]
  const drawer = async (created_by: number | null) => makeCard(db, { customer_id: null, created_by })
  const cards = [await makeCard(db, { customer_id: walkIn.id }), await drawer(77), await drawer(null)]
  // Whose a card is says its customer alone, no matter who made it.
  const lent = await makeCard(db, { customer_id: south.ids.customer as number, created_by: 77 })
  const { id: pile_id } = await makePile(db, {
    site_id: south.ids.site as number,
    merchant_id: north.ids.merchant as number,
  })
  await makeOrder(db, { pile_id, site_id: south.ids.site as number, customer_id: strange.id })
  const [file, strangeFile] = [await makeFile(db, { owner_id: 77 }), await makeFile(db)]
  const entry = (user_id: number) =>
    db
      .insertInto('audit_entry')
      .values({
        action: 'update',
        entity: 'customer',
        entity_id: south.ids.customer as number,
        user_id,
        before: null,
        after: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [done, strangeDone] = [await entry(north.ids.user as number), await entry(south.ids.user as number)]
  made = {
    file: { theirs: [file.id], others: [strangeFile.id] },
    audit_entry: { theirs: [done.id], others: [strangeDone.id] },
    customer: { theirs: [walkIn.id], others: [strange.id] },
    dept_customer: { theirs: [ofDept.id], others: [] },
    ledger_entry: { theirs: entries.slice(0, 1).map(({ id }) => id), others: entries.slice(1).map(({ id }) => id) },
    card: { theirs: cards.slice(0, 2).map(({ id }) => id), others: [cards[2]?.id as number, lent.id] },
  }
}

const SCOPES = ['sites', 'merchants', 'department', 'sites and merchants', 'very many', 'nothing']

const idsBy = async (entity: Entity, scope: string, use: 'ask' | 'find' | 'some') => {
  const reach = reaches[scope] as Reached
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(entity.table)} t where ${within({ reach }, entity, 't', use) ?? sql`true`} order by t.id`.execute(
    server.db,
  )
  return rows.map(({ id }) => id)
}

test.each(SCOPES.flatMap((scope) => allEntities.map((entity) => [scope, entity.name, entity] as const)))(
  'by %s the same of %s is found as is said to be theirs',
  async (scope, _, entity) => {
    const asked = await idsBy(entity, scope, 'ask')
    expect(await idsBy(entity, scope, 'find')).toEqual(asked)
    expect(await idsBy(entity, scope, 'some')).toEqual(asked)
    const own = north.ids[entity.name]
    const isOfCustomer = ['customer', 'card', 'ledger_entry', 'balance_request'].includes(entity.name)
    const isOneScope =
      scope !== 'nothing' &&
      scope !== 'sites and merchants' &&
      scope !== 'very many' &&
      !['dept', 'user'].includes(entity.name)
    // The customer is the merchant's.
    const isSeen = isOfCustomer ? ['merchants', 'very many'].includes(scope) : isOneScope
    if (own !== undefined && isSeen) expect(asked).toContain(own)
  },
)

test.each(['sites', 'merchants', 'department'])('by %s what no order ties is theirs who made it', async (scope) => {
  for (const entity of allEntities.filter(({ name }) => name in made)) {
    const { theirs = [], others = [] } = made[entity.name] ?? {}
    const asked = await idsBy(entity, scope, 'ask')
    expect(asked, entity.name).toEqual(expect.arrayContaining(theirs))
    expect(
      asked.filter((id) => others.includes(id)),
      entity.name,
    ).toEqual([])
  }
})

test('a department’s customer is theirs who reach the department, and of no one else', async () => {
  const customers = allEntities.find(({ name }) => name === 'customer') as Entity
  const [ofDept] = made.dept_customer?.theirs ?? []
  const reachedBy = async (scope: string) => (await idsBy(customers, scope, 'find')).includes(ofDept ?? 0)
  expect([await reachedBy('department'), await reachedBy('sites'), await reachedBy('merchants')]).toEqual([
    true,
    false,
    false,
  ])
})
