import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  dashboardLayout,
  layoutAudiences,
  resetLayout,
  resetSharedLayout,
  saveLayout,
  saveSharedLayout,
  sharedLayout,
} from '../../src/shared/endpoints/dashboard-layouts.ts'
import { BUILT_IN, COLUMNS, MOST_WIDGETS } from '../../src/shared/widgets/layout.ts'
import { empty } from '../setup/empty.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let ann: SignedIn
let bob: SignedIn
let chief: SignedIn
beforeAll(async () => {
  server = await startServer()
  const permissions = ['dashboard.view', 'site.list', 'order.list', 'pile_ranking.list']
  ann = await server.signIn({ permissions })
  bob = await server.signIn({ permissions: ['dashboard.view'] })
  chief = await server.signIn({ permissions: ['dashboard.view', 'dashboard.arrange'] })
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'dashboard_layout'))

const place = (widget: string, given: object = {}) => ({
  ...{ id: widget, widget, x: 0, y: 0, w: 24, h: 9 },
  settings: {},
  ...given,
})
const attention = place('attention')
const shown = async (as: SignedIn) => {
  const { data } = await server.call(dashboardLayout, {}, { as })
  return [data.of, data.widgets.map(({ widget }) => widget)]
}
const keep = (widgets: object[], as = ann) => server.call(saveLayout, { widgets } as never, { as })
const share = (role_id: number | null, widgets: object[], as = chief) =>
  server.call(saveSharedLayout, { role_id, widgets } as never, { as })

describe('a layout', () => {
  test('is built in until somebody keeps another', async () => {
    expect(await shown(ann)).toEqual(['built_in', BUILT_IN.map(({ widget }) => widget)])
  })

  test('is one’s own before a role’s, a role’s before everybody’s', async () => {
    await share(null, [attention])
    expect([await shown(ann), await shown(bob)]).toEqual([
      ['everybody', ['attention']],
      ['everybody', ['attention']],
    ])
    await share(ann.role_id, [place('figures')])
    expect([await shown(ann), await shown(bob)]).toEqual([
      ['role', ['figures']],
      ['everybody', ['attention']],
    ])
    await keep([place('sites')])
    expect(await shown(ann)).toEqual(['own', ['sites']])
    const { data } = await server.call(resetLayout, {}, { as: ann })
    expect(data.of).toBe('role')
    await server.call(resetSharedLayout, { role_id: ann.role_id }, { as: chief })
    expect((await shown(ann))[0]).toBe('everybody')
    await server.call(resetSharedLayout, { role_id: null }, { as: chief })
    expect((await shown(ann))[0]).toBe('built_in')
  })

  test('of a role that is disabled is nobody’s', async () => {
    const { id, role_id } = await server.signIn({ permissions: ['dashboard.view'] })
    await share(role_id, [attention])
    await share(null, [place('sites')])
    await server.db.insertInto('user_role').values({ user_id: bob.id, role_id }).execute()
    expect((await shown(bob))[0]).toBe('role')
    await server.db.updateTable('role').set({ status: 'disabled' }).where('id', '=', role_id).execute()
    expect((await shown(bob))[0]).toBe('everybody')
    expect(id).toBeGreaterThan(0)
  })

  test('is kept as it was given, and a second time in place of the first', async () => {
    const widgets = [place('sites', { y: 9, h: 6 }), attention, place('attention', { id: 'again', y: 15, w: 6, x: 18 })]
    expect((await keep(widgets)).data).toEqual({ of: 'own', widgets })
    await keep([attention])
    expect(await shown(ann)).toEqual(['own', ['attention']])
    expect((await keep([])).data).toEqual({ of: 'own', widgets: [] })
  })

  test('shows nobody a widget that is not for them, or that is unknown by now', async () => {
    const map = place('failure_map', { y: 9, w: 12 })
    await share(null, [attention, map, place('income_by_kind', { y: 9, x: 12, w: 12 })])
    expect(await shown(bob)).toEqual(['everybody', ['attention']])
    expect(await shown(ann)).toEqual(['everybody', ['attention', 'failure_map', 'income_by_kind']])
    await server.db
      .updateTable('dashboard_layout')
      .set({ widgets: JSON.stringify([place('weather'), place('attention', { y: 9 })]) })
      .execute()
    expect((await server.call(dashboardLayout, {}, { as: bob })).data.widgets).toEqual([attention])
  })
})

describe('a layout for others', () => {
  test('is set by who may alone', async () => {
    const calls = [
      share(null, [attention], ann),
      share(ann.role_id, [attention], ann),
      server.call(resetSharedLayout, { role_id: null }, { as: ann }),
      server.call(sharedLayout, { role_id: null }, { as: ann }),
      server.call(layoutAudiences, {}, { as: ann }),
    ]
    for (const { code } of await Promise.all(calls)) expect(code).toBe(403)
    expect((await shown(bob))[0]).toBe('built_in')
  })

  test('is read back, and told of in the list of roles', async () => {
    const none = await server.call(sharedLayout, { role_id: bob.role_id }, { as: chief })
    expect(none.data.widgets).toBeNull()
    await share(bob.role_id, [attention])
    const { data } = await server.call(sharedLayout, { role_id: bob.role_id }, { as: chief })
    expect(data.widgets).toEqual([attention])
    const { data: told } = await server.call(layoutAudiences, {}, { as: chief })
    expect(told.everybody).toBe(false)
    expect(told.roles.filter(({ kept }) => kept).map(({ id }) => id)).toEqual([bob.role_id])
    expect(told.roles.some(({ id, kept }) => id === ann.role_id && !kept)).toBe(true)
  })

  test('of a role that is not there is refused at its field', async () => {
    const { code, data } = await share(999_999, [attention])
    expect([code, Object.keys((data as never as { errors: object }).errors)]).toEqual([422, ['role_id']])
  })

  test('stands in the change log with who set it', async () => {
    await share(null, [attention])
    const { action, user_name, before, after } = await server.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('entity', '=', 'dashboard')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([action, user_name, before]).toEqual(['arrange_dashboard', chief.user_name, null])
    expect(after).toEqual({ role_id: null, widgets: ['attention'] })
  })
})

describe('refused at its field', () => {
  const errorsOf = async (widgets: unknown) => {
    const { code, data } = await server.call(saveLayout.path, { widgets }, { as: ann, language: 'en' })
    return [code, data.errors]
  }

  test.each<[string, object, string, string]>([
    ['an unknown widget', { widget: 'weather' }, 'widget', 'Please choose one of the offered values.'],
    ['one beyond the right edge', { x: 1 }, 'w', 'At most 23.'],
    ['one narrower than it can be', { w: 4 }, 'w', 'At least 5.'],
    ['one lower than it can be', { h: 3 }, 'h', 'At least 4.'],
    ['a column that is none', { x: COLUMNS }, 'x', 'At most 23.'],
    ['half a row', { y: 0.5 }, 'y', 'Please enter a whole number.'],
    ['a width that is a word', { w: 'wide' }, 'w', 'Please enter a whole number.'],
    ['an id of another kind', { id: 'A b' }, 'id', 'This value does not fit.'],
    ['a setting that it does not have', { settings: { colour: 'red' } }, 'settings.colour', 'There is no such field.'],
  ])('is %s', async (_, given, field, words) => {
    expect(await errorsOf([place('sites', { y: 30 }), { ...attention, ...given }])).toEqual([
      422,
      { [`widgets.1.${field}`]: words },
    ])
  })

  test('is what lies over another, and what has another’s id', async () => {
    const over = place('sites', { y: 8 })
    expect(await errorsOf([attention, over])).toEqual([422, { 'widgets.1.y': 'This lies over another widget.' }])
    const twice = place('sites', { y: 9, id: 'attention' })
    expect(await errorsOf([attention, twice])).toEqual([422, { 'widgets.1.id': 'This is taken already.' }])
  })

  test('is more than a person can tell apart, and what is no list', async () => {
    const many = Array.from({ length: MOST_WIDGETS + 1 }, (_, at) => place('sites', { id: `a${at}`, y: at * 9, h: 4 }))
    expect(await errorsOf(many)).toEqual([422, { widgets: 'At most 40 entries.' }])
    expect((await errorsOf('none'))[0]).toBe(422)
    expect((await errorsOf(null))[0]).toBe(422)
  })
})
