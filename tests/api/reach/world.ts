import { sql } from 'kysely'
import { isForPeople } from '../../../src/server/kit/person.ts'
import { entities } from '../../../src/shared/entities/index.ts'
import type { Entity } from '../../../src/shared/kit/entity.ts'
import { makeApp, tokenOf } from '../../setup/client-app.ts'
import type { SignedIn, TestServer } from '../../setup/server.ts'
import { makeSide, type Side } from '../../setup/two-sides.ts'

export const SCOPES = ['sites', 'merchants', 'department'] as const
export type Scope = (typeof SCOPES)[number]

/** What a scope does not reach of its own side: people and departments are reached by departments alone. */
const BEYOND: Record<Scope, readonly string[]> = {
  sites: ['dept', 'user'],
  merchants: ['dept', 'user'],
  department: [],
}

type Caller = Pick<SignedIn, 'token'>

/** Two sides, and a person who may do everything on the northern one and nothing on the southern. */
export class World {
  readonly server: TestServer
  readonly scope: Scope
  readonly north: Side
  readonly south: Side
  readonly person: Caller
  readonly isApp: boolean

  constructor(given: Pick<World, 'server' | 'scope' | 'north' | 'south' | 'person' | 'isApp'>) {
    this.server = given.server
    this.scope = given.scope
    this.north = given.north
    this.south = given.south
    this.person = given.person
    this.isApp = given.isApp
  }

  static async make(server: TestServer, scope: Scope): Promise<World> {
    const north = await makeSide(server.db, 'north')
    const south = await makeSide(server.db, 'south')
    const { site, merchant, dept } = north.ids
    const person = await server.signIn({
      ...{ permissions: ['*'], data_scope: scope, site_ids: [site as number], merchant_ids: [merchant as number] },
      ...(scope === 'department' && { dept_id: dept as number }),
    })
    await ownCustomers(server, scope, [north, south], person.id)
    return new World({ server, scope, north, south, person, isApp: false })
  }

  /** The same with a client app in the person's place. */
  static async ofApp(server: TestServer, scope: Scope): Promise<World> {
    const north = await makeSide(server.db, 'north')
    const south = await makeSide(server.db, 'south')
    const { site, merchant, dept } = north.ids
    await ownCustomers(server, scope, [north, south])
    const entries = await server.db.selectFrom('menu').select(['name', 'permission']).execute()
    const app = await makeApp(server, {
      ...{ menus: entries.filter(({ permission }) => permission && !isForPeople(permission)).map(({ name }) => name) },
      ...{ rate: 6_000, data_scope: scope },
      ...{ site_ids: [site], merchant_ids: [merchant], dept_id: scope === 'department' ? dept : null },
    })
    return new World({ server, scope, north, south, person: await tokenOf(server, app), isApp: true })
  }

  /** Whether the caller may make the call at all. */
  may(permission: string): boolean {
    return !this.isApp || !isForPeople(permission)
  }

  reaches(entity: string): boolean {
    return !BEYOND[this.scope].includes(entity)
  }

  // biome-ignore lint/suspicious/noExplicitAny: what comes back is what the test is about
  call(path: string, body: unknown = {}): Promise<any> {
    return this.server.call(path, body, { as: this.person })
  }

  /** The answer's own text: that of a sheet. */
  async text(target: string, body: Record<string, unknown> = {}): Promise<string> {
    const [method = '', path = ''] = target.split(' ')
    const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
    const response = await fetch(`${this.server.url}/api${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${this.person.token}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    return await response.text()
  }

  // biome-ignore lint/suspicious/noExplicitAny: what comes back is what the test is about
  async upload(path: string, fields: Record<string, string>, sheet: string, by = this.person): Promise<any> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([sheet], { type: 'text/csv' }), 'sheet.csv')
    const headers = { authorization: `Bearer ${by.token}` }
    return (await fetch(`${this.server.url}/api${path}`, { method: 'POST', headers, body: form })).json()
  }

  /** What nobody but this side's own people is to read. */
  wordsOf({ titles, name, user_name }: Side): string[] {
    return [titles.site, titles.pile, `${name}-person`, user_name]
  }

  // biome-ignore lint/suspicious/noExplicitAny: a row of any table
  async rowOf(entity: string, side: Side): Promise<any> {
    const { rows } = await sql`
      select * from ${sql.table(tableOf(entity))} where id = ${side.ids[entity]}`.execute(this.server.db)
    return rows[0]
  }

  /** Everything of a side as it is kept: compared before and after. One statement, planned once: it is asked twice by each of a thousand tests. */
  async everythingOf({ ids }: Side): Promise<Record<string, unknown>> {
    const rowOf = (entity: string, at: number) =>
      `select '${entity}' as entity, to_jsonb(t) as kept from "${tableOf(entity)}" t where id = $${at + 1}`
    const { rows } = await this.server.pool.query<{ entity: string; kept: Record<string, unknown> }>({
      name: 'everything_of_a_side',
      text: Object.keys(ids).map(rowOf).join(' union all '),
      values: Object.values(ids),
    })
    const kept = Object.fromEntries(rows.map((row) => [row.entity, row.kept]))
    // A list of cards is compared by itself whenever one of anyone's cards is another one.
    return { ...kept, card_list: { full_due: kept.card_list?.full_due } }
  }
}

/** Each side's customer belongs as the scope reaches: to its merchant, its department, or who made it where neither is reached. */
async function ownCustomers(server: TestServer, scope: Scope, [north, south]: [Side, Side], maker = 0) {
  for (const { ids } of [north, south]) {
    const owner = {
      merchants: { merchant_id: ids.merchant },
      department: { merchant_id: null, dept_id: ids.dept },
      sites: { merchant_id: null, created_by: ids === north.ids ? maker : null },
    }[scope]
    await server.db
      .updateTable('customer')
      .set(owner)
      .where('id', '=', ids.customer as number)
      .execute()
  }
}

const tableOf = (name: string) => (entities as Record<string, Entity>)[name]?.table ?? name
