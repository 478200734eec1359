import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedWith } from '../../src/server/tables/view-sharing.ts'
import {
  listViews,
  removeListView,
  saveListView,
  startWithListView,
  type ViewState,
} from '../../src/shared/endpoints/list-views.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let ann: SignedIn
let bob: SignedIn
beforeAll(async () => {
  server = await startServer()
  ann = await server.signIn({ permissions: ['pile.list', 'site.list'] })
  bob = await server.signIn({ permissions: ['pile.list'] })
})
afterAll(() => server.stop())

const state: ViewState = {
  keyword: 'CD',
  filters: { site_id: [3], status: ['faulted'], last_seen_at: { from: '2026-11-01T00:00:00Z' }, enabled: true },
  sort: { prop: 'station_number', order: 'asc' },
  size: 50,
}
const columns = [{ prop: 'station_number', fixed: 'right' as const, width: 200 }]
const view = (name: string, more: object = {}) => ({ list: 'pile', name, shared: false, state, columns, ...more })
const save = (body: object, as = ann) => server.call(saveListView, body as never, { as })
const namesSeenBy = async (as: SignedIn, list = 'pile') =>
  (await server.call(listViews, { list }, { as })).data.views.map(({ name }) => name)

describe('a view of a list', () => {
  test.each<[string, object, string, RegExp]>([
    ['an entry too many', { site_id: Array.from({ length: 201 }, () => 1) }, 'state.filters.site_id', /./],
    ['a text too long', { station_number: 'a'.repeat(201) }, 'state.filters.station_number', /./],
    [
      'filters too many',
      Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 1])),
      'state.filters',
      /^At most 50 entries\.$/,
    ],
  ])('is no store for %s', async (_, filters, field, words) => {
    const body = view('Heavy', { state: { ...state, filters } })
    const { code, data } = await server.call(saveListView.path, body, { as: ann, language: 'en' })
    expect([code, data.errors]).toEqual([422, { [field]: expect.stringMatching(words) }])
  })

  test('is kept as it was saved, for the person alone', async () => {
    const saved = await save(view('Faulted'))
    expect(saved.data).toMatchObject({ name: 'Faulted', shared: false, own: true, by: ann.user_name, state, columns })
    expect(await namesSeenBy(ann)).toEqual(['Faulted'])
    expect(await namesSeenBy(ann, 'site')).toEqual([])
    expect(await namesSeenBy(bob)).toEqual([])
  })

  test('is renamed, and its name is taken only for its owner and its list', async () => {
    const { data } = await save(view('Before'))
    expect((await save({ ...view('After'), id: data.id })).data.id).toBe(data.id)
    expect(await namesSeenBy(ann)).toEqual(expect.arrayContaining(['After']))
    expect(await save(view('After'))).toMatchObject({ code: 409, data: { errors: { name: expect.any(String) } } })
    expect((await save(view('After'), bob)).code).toBe(200)
    expect((await save({ ...view('After'), list: 'site' })).code).toBe(200)
  })

  test('that is shared is seen by others of the list, who cannot change it', async () => {
    const { data } = await save(view('Shared', { shared: true }))
    const seen = (await server.call(listViews, { list: 'pile' }, { as: bob })).data.views
    expect(seen.find(({ id }) => id === data.id)).toMatchObject({ own: false, by: ann.user_name, state })
    expect((await save({ ...view('Mine now', { shared: true }), id: data.id }, bob)).code).toBe(404)
    expect((await server.call(removeListView, { id: data.id }, { as: bob })).code).toBe(404)
    expect((await server.call(removeListView, { id: data.id }, { as: ann })).code).toBe(200)
    expect(await namesSeenBy(bob)).not.toContain('Shared')
  })

  test('that is shared with a role or with persons is seen by those, as long as they are', async () => {
    const [carl, dora] = [
      await server.signIn({ permissions: ['pile.list', 'role.list', 'user.list'] }),
      await server.signIn({ permissions: ['pile.list'] }),
    ]
    const saved = await save(view('For some', { role_ids: [bob.role_id], user_ids: [dora.id] }), carl)
    expect(saved.data).toMatchObject({
      shared: false,
      role_ids: [bob.role_id],
      user_ids: [dora.id],
      by: carl.user_name,
    })
    const seen = async () =>
      Promise.all([bob, dora, ann].map(async (as) => (await namesSeenBy(as)).includes('For some')))
    expect(await seen()).toEqual([true, true, false])
    const [of] = (await server.call(listViews, { list: 'pile' }, { as: dora })).data.views.filter(
      ({ id }) => id === saved.data.id,
    )
    expect(of).toMatchObject({ own: false, by: carl.user_name, role_ids: [], user_ids: [] })
    // A role that is out of use holds for nobody.
    const role = server.db.updateTable('role').where('id', '=', bob.role_id)
    await role.set({ status: 'disabled' }).execute()
    const { rows } =
      await sql`select from list_view v where v.id = ${saved.data.id} and ${sharedWith({ id: bob.id } as never)}`.execute(
        server.db,
      )
    expect(rows).toEqual([])
    await role.set({ status: 'normal' }).execute()
    await save({ ...view('For some', { role_ids: [bob.role_id] }), id: saved.data.id }, carl)
    expect(await seen()).toEqual([true, false, false])
    await save({ ...view('For some'), id: saved.data.id }, carl)
    expect(await seen()).toEqual([false, false, false])
  })

  test('is shared by name with those alone whom the person may see', async () => {
    const one = await server.signIn({ permissions: ['pile.list'] })
    expect(await save(view('x', { user_ids: [one.id] }))).toMatchObject({
      code: 422,
      data: { errors: { user_ids: expect.any(String) } },
    })
    expect(await save(view('x', { role_ids: [one.role_id] }))).toMatchObject({
      code: 422,
      data: { errors: { role_ids: expect.any(String) } },
    })
    const own = await server.signIn({ permissions: ['pile.list', 'user.list'], data_scope: 'department' })
    expect((await save(view('x', { user_ids: [one.id] }), own)).code).toBe(422)
    expect((await save(view('x', { user_ids: [999_999] }), server.administrator)).code).toBe(422)
    expect(await namesSeenBy(ann)).not.toContain('x')
  })

  test('may be of a page that asks a question, for who may see the page', async () => {
    const eve = await server.signIn({ permissions: ['statistics.view'] })
    const question = { by: 'hour', measure: 'sessions', site_id: '3' }
    const body = { ...view('Busy hours', { shared: true, columns: null }), list: 'statistics' }
    const saved = await save({ ...body, state: { ...state, filters: question } }, eve)
    expect(saved.data.state.filters).toEqual(question)
    const fay = await server.signIn({ permissions: ['statistics.view'] })
    expect(await namesSeenBy(fay, 'statistics')).toEqual(['Busy hours'])
    expect((await server.call('GET /system/table/views', { list: 'statistics' }, { as: bob })).code).toBe(403)
    expect((await save(body, bob)).code).toBe(403)
  })

  test('tells nobody of a list that they may not see', async () => {
    const answer = (list: string) => server.call('GET /system/table/views', { list }, { as: bob })
    expect((await answer('customer')).code).toBe(403)
    expect(await answer('users; drop')).toMatchObject({ code: 422, data: { errors: { list: expect.any(String) } } })
    expect((await save({ ...view('x'), list: 'customer' }, bob)).code).toBe(403)
  })

  test('can be what the list starts with, until it is no longer shared', async () => {
    const { data } = await save(view('Start', { shared: true }))
    const startOf = async (as: SignedIn) => (await server.call(listViews, { list: 'pile' }, { as })).data.default_id
    await server.call(startWithListView, { list: 'pile', id: data.id }, { as: bob })
    expect([await startOf(bob), await startOf(ann)]).toEqual([data.id, null])
    await save({ ...view('Start'), id: data.id })
    expect(await startOf(bob)).toBeNull()
    expect((await server.call(startWithListView, { list: 'pile', id: data.id }, { as: bob })).code).toBe(404)
    await server.call(startWithListView, { list: 'pile', id: data.id }, { as: ann })
    await server.call(startWithListView, { list: 'pile', id: null }, { as: ann })
    expect(await startOf(ann)).toBeNull()
  })

  test.each([
    ['no name', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(61) }, 'name'],
    ['no order', { state: { ...state, sort: { prop: 'id', order: 'sideways' } } }, 'state.sort.order'],
    ['a filter of objects', { state: { ...state, filters: { site_id: { from: {} } } } }, 'state.filters.site_id'],
    ['a narrow column', { columns: [{ prop: 'name', width: 3 }] }, 'columns.0.width'],
  ])('is refused with %s', async (_, more, field) => {
    expect(await save({ ...view('Bad'), ...more })).toMatchObject({
      code: 422,
      data: { errors: { [field]: expect.any(String) } },
    })
  })

  test('is one of fifty at most', async () => {
    const many = await server.signIn({ permissions: ['site.list'] })
    for (let at = 0; at < 50; at++) await save({ ...view(`View ${at}`), list: 'site' }, many)
    expect((await save({ ...view('One more'), list: 'site' }, many)).code).toBe(409)
  })
})
