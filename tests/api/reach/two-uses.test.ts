import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nothingFor, type Reached } from '../../../src/server/kit/reach/reach.ts'
import { within } from '../../../src/server/kit/reach/within.ts'
import { makeCard, makeCustomer, makeOrder, makePile } from '../../make.ts'
import { allEntities } from '../../setup/contract.ts'
import { startServer, type TestServer } from '../../setup/server.ts'
import { makeSide, type Side } from '../../setup/two-sides.ts'

/** A condition to ask rows with and one to find them by are two ways of saying the same. */

let server: TestServer
let north: Side
let reaches: Record<string, Reached>
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
    nothing: nothingFor(0),
  }
})
afterAll(() => server.stop())

/** Customers and cards that somebody of the person's own made, money without an order, a pile of theirs at another site. */
async function makeWhatNoOrderTies(south: Side) {
  const { db } = server
  const [walkIn, strange] = [await makeCustomer(db, { created_by: 77 }), await makeCustomer(db)]
  for (const customer_id of [walkIn.id, strange.id, north.ids.customer as number])
    await db.insertInto('ledger_entry').values({ customer_id, kind: 'top_up', amount_cents: 100 }).execute()
  await makeCard(db, { customer_id: walkIn.id })
  for (const created_by of [77, null]) await makeCard(db, { customer_id: null, created_by })
  // Whoever has a customer's card may not have the one who lent it.
  await makeCard(db, { customer_id: south.ids.customer as number, created_by: 77 })
  const { id: pile_id } = await makePile(db, {
    site_id: south.ids.site as number,
    merchant_id: north.ids.merchant as number,
  })
  await makeOrder(db, { pile_id, site_id: south.ids.site as number, customer_id: strange.id })
}

const SCOPES = ['sites', 'merchants', 'department', 'sites and merchants', 'nothing']

test.each(SCOPES.flatMap((scope) => allEntities.map((entity) => [scope, entity.name, entity] as const)))(
  'by %s the same of %s is found as is said to be theirs',
  async (scope, _, entity) => {
    const reach = reaches[scope] as Reached
    const idsBy = async (use: 'ask' | 'find') => {
      const { rows } = await sql<{ id: number }>`
        select t.id from ${sql.table(entity.table)} t where ${within({ reach }, entity, 't', use) ?? sql`true`} order by t.id`.execute(
        server.db,
      )
      return rows.map(({ id }) => id)
    }
    const asked = await idsBy('ask')
    expect(await idsBy('find')).toEqual(asked)
    const own = north.ids[entity.name]
    const isSeen = scope !== 'nothing' && scope !== 'sites and merchants' && !['dept', 'user'].includes(entity.name)
    if (own !== undefined && isSeen) expect(asked).toContain(own)
  },
)
