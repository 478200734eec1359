import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { TodosPage } from '../../src/client/todos/todos-page.tsx'
import { type Todo, todos } from '../../src/shared/endpoints/todos.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

const since = new Date(Date.now() - 3 * 3_600_000).toISOString()
const todo = (more: Partial<Todo>): Todo => ({
  ...{ kind: 'alarm', id: 1, title: 'GroundFailure', about: 'CD-001', connector_number: 2, since },
  ...more,
})

beforeEach(() => speak())

function show(groups: unknown[], homes: Record<string, string>) {
  signIn([])
  store.set(homesAtom, homes)
  serve(({ path }) => (path === todos.path ? ok({ total: groups.length, more: false, groups }) : undefined))
  stage(<TodosPage />)
}

test('what waits is said in words, each a link to where it is dealt with', async () => {
  const refund = todo({ kind: 'refund', id: 7, title: 'R1', about: 'Chen Yu', connector_number: null })
  show(
    [
      { kind: 'alarm', count: 14, more: false, rows: [todo({})] },
      { kind: 'refund', count: 1, more: false, rows: [refund] },
    ],
    { alarm: '/alarms', refund: '/refunds' },
  )
  expect(
    (await screen.findByRole('link', { name: /Ground failure.*CD-001 · gun 2.*3 h ago/ })).getAttribute('href'),
  ).toBe(`/alarms/${todo({}).id}`)
  expect(screen.getByRole('link', { name: /R1.*Chen Yu/ }).getAttribute('href')).toBe('/refunds/7')
  expect(screen.getByText('14 alarms to handle')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All 14' }).getAttribute('href')).toBe(
    '/alarms?status=open&kind=fault,security,meter,order,storage,certificate,inspection',
  )
})

test('where a person’s menu leads to no list there is no link', async () => {
  show(
    [
      {
        kind: 'task',
        count: 1,
        more: false,
        rows: [todo({ kind: 'task', title: 'backup', about: null, connector_number: null })],
      },
    ],
    {},
  )
  expect(await screen.findByText('Backup')).toBeTruthy()
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('of more than anyone counts it is said that there are more', async () => {
  const away = todo({ kind: 'offline', id: 9, title: 'CD-009', about: 'Harbour', connector_number: null })
  show([{ kind: 'offline', count: 10_000, more: true, rows: [away] }], { pile: '/piles' })
  expect(await screen.findByText('More than 10,000 piles offline for long')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To the list' }).getAttribute('href')).toBe('/piles?state=offline')
})

test('that nothing waits is said, too', async () => {
  show([], {})
  expect(await screen.findByText('Nothing waits for you.')).toBeTruthy()
})
