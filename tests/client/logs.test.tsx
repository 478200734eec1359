import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppPage } from '../../src/client/apps/app-page.tsx'
import { RecordHistory } from '../../src/client/kit/records/page/record-history.tsx'
import { ChangePage } from '../../src/client/logs/change-page.tsx'
import { SignInList } from '../../src/client/logs/sign-in-list.tsx'
import { newAppSecret } from '../../src/shared/endpoints/client-apps.ts'
import { site } from '../../src/shared/entities/site.ts'
import { type Asked, asked, ok, page, serve, signIn, speak, stage } from './stage.tsx'

const stamps = { version: 1, created_at: '2026-11-20T04:00:00.000Z', updated_at: '2026-11-20T04:00:00.000Z' }
const change = {
  ...stamps,
  ...{ id: 6, action: 'update', kind: 'changed', entity: 'site', entity_id: 1, record_title: 'Nordhof' },
  ...{
    user_name: 'li',
    user_id: 2,
    user: { id: 2, title: 'li' },
    address: '10.0.0.7',
    agent: '',
    browser: 'Firefox 133',
  },
  before: JSON.stringify({ kind: 'on_street', dept_id: 2, dept: { id: 2, title: 'North' } }),
  after: JSON.stringify({ kind: 'off_street', dept_id: null, dept: null, origin: 'sheet' }),
}
const attempt = {
  ...stamps,
  ...{ id: 9, user_name: null, user_id: null, outcome: 'refused', reason: 'wrong_credentials', way: 'password' },
  ...{ address: '10.0.0.9', agent: 'x', browser: 'Safari 18, iOS 18.1' },
}
const app = {
  ...stamps,
  ...{ id: 3, name: 'Billing', client_id: 'app_1', status: 'normal', rate: 120, expires_at: null, last_used_at: null },
  ...{ secret_at: null, remark: null, data_scope: 'all', dept_id: null, menu_ids: [1], site_ids: [], merchant_ids: [] },
  permissions: ['site.list'],
}

const answers = ({ path }: Asked) => {
  if (path === '/system/log/list') return page([change])
  if (path === '/system/log/sign-in/list') return page([attempt], { summary: { refused: 1 } })
  if (path.endsWith('/days')) return ok({ days: [{ day: '2026-11-20', counts: { refused: 4 } }] })
  if (path === '/system/app/list') return page([app])
  return path === newAppSecret.path ? ok({ client_id: 'app_1', secret: 'only-once' }) : undefined
}

beforeEach(() => speak())

test.each(['wide', 'phone'] as const)(
  'a change shows both sides in the record’s own words on a %s screen',
  async (width) => {
    signIn(['*'])
    serve(answers)
    stage(<ChangePage id={6} />, { screen: width })
    expect(await screen.findByRole('heading', { name: 'Changed · Nordhof' })).toBeTruthy()
    const row = (name: string) => within(screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement)
    expect(row('Kind').getByText('On-street')).toBeTruthy()
    expect(row('Kind').getByText('Off-street')).toBeTruthy()
    expect(row('Department').getByText('North')).toBeTruthy()
    expect(row('origin').getByText('sheet')).toBeTruthy()
    expect(screen.queryByRole('rowheader', { name: 'dept' })).toBeNull()
    expect(screen.getByText('Firefox 133')).toBeTruthy()
  },
)

test('of rights that were changed the log names those that came and those that went', async () => {
  signIn(['*'])
  const [before, after] = [
    [1, 2, 3],
    [1, 3, 4],
  ].map((menu_ids) => JSON.stringify({ menu_ids }))
  const names = new Map([
    [2, 'pile.update'],
    [4, 'weather'],
  ])
  const titled = (ids: number[]) => ids.map((id) => ({ id, title: names.get(id) }))
  serve(({ path, body }) => {
    if (path === '/system/log/list') return page([{ ...change, entity: 'role', before, after }])
    return path === '/system/menu/options' ? ok(titled(body.ids as number[])) : undefined
  })
  stage(<ChangePage id={6} />)
  expect(await screen.findByText('3 (− pile.update)')).toBeTruthy()
  expect(await screen.findByText('3 (+ weather)')).toBeTruthy()
})

test('default columns that were set are told as the list names them', async () => {
  await speak('zh-CN')
  signIn(['*'])
  const columns = [{ prop: 'name' }, { prop: 'kind', hidden: true }, { prop: 'status' }]
  const set = { ...change, entity: 'table', entity_id: null, record_title: 'site', action: 'default' }
  const after = JSON.stringify({ name: 'site', columns })
  serve(({ path }) => (path === '/system/log/list' ? page([{ ...set, before: null, after }]) : undefined))
  stage(<ChangePage id={6} />)
  const row = (await screen.findByRole('rowheader', { name: '列' })).closest('tr') as HTMLElement
  expect(within(row).getByText('名称 · 状态')).toBeTruthy()
})

test('a try for no account of ours says so, why and from where; its days are there as a table', async () => {
  signIn(['*'])
  serve(answers)
  stage(<SignInList />, { screen: 'wide' })
  expect(await screen.findByText('No account of ours')).toBeTruthy()
  expect(screen.getByText('Wrong account or password')).toBeTruthy()
  expect(screen.getByText('Safari 18, iOS 18.1')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Show as a table' }))
  expect(within(screen.getByRole('region', { name: /as a table/ })).getByText('4')).toBeTruthy()
})

describe('a record’s history', () => {
  test('is asked for when someone wants it, of this record alone', async () => {
    signIn(['*'])
    const all = serve(answers)
    stage(<RecordHistory entity={site} id={1} />, { screen: 'wide' })
    expect(asked(all, '/system/log/list')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('10.0.0.7')).toBeTruthy()
    const { url } = asked(all, '/system/log/list')[0] as Asked
    expect([url.searchParams.get('entity'), url.searchParams.get('entity_id')]).toEqual(['["site"]', '1'])
  })

  test('is not there for anyone who may not read the log', () => {
    signIn(['site.list'])
    serve(answers)
    stage(<RecordHistory entity={site} id={1} />, { screen: 'wide' })
    expect(screen.queryByText('Changes')).toBeNull()
  })
})

test('a client app without a secret says so, and shows the one that is made once', async () => {
  signIn(['*'])
  const all = serve(answers)
  stage(<AppPage id={3} />, { screen: 'wide' })
  expect(await screen.findByText(/It has no secret yet/)).toBeTruthy()
  expect(screen.getByText(/curl -u 'app_1:SECRET'/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Make its secret' }))
  await waitFor(() => expect(asked(all, newAppSecret.path)[0]?.body).toEqual({ id: 3 }))
  expect(await screen.findByDisplayValue('only-once')).toBeTruthy()
})
