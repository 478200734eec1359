import { act, screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DictionariesPage } from '../../src/client/dictionaries/dictionaries-page.tsx'
import { byName, dictionariesAtom } from '../../src/client/kit/dictionaries/dictionaries.ts'
import { usePhrases } from '../../src/client/kit/dictionaries/use-phrases.ts'
import { type AnyRow, Cell } from '../../src/client/kit/fields/cell.tsx'
import { FieldInput } from '../../src/client/kit/fields/field-input.tsx'
import { FilterInput } from '../../src/client/kit/fields/filter-input.tsx'
import { store } from '../../src/client/kit/session/store.ts'
import { Remark } from '../../src/client/kit/ui/decision-dialog.tsx'
import type { DictionaryItem } from '../../src/shared/endpoints/dictionary-values.ts'
import { alarm } from '../../src/shared/entities/alarm.ts'
import { site } from '../../src/shared/entities/site.ts'
import type { Entity } from '../../src/shared/kit/entity.ts'
import { asked, ok, page, serve, signIn, speak, stage } from './stage.tsx'

const item = (value: string, en: string, zh: string, more: Partial<DictionaryItem> = {}): DictionaryItem => ({
  ...{ value, label: en, labels: { en, 'zh-CN': zh }, tone: null, offered: true, own: false },
  ...more,
})
const facilities = [
  item('baby_room', 'Baby room', '母婴室', { own: true }),
  item('wifi', 'Internet', '上网'),
  item('cafe', 'Café', '咖啡', { offered: false }),
]
const alarms = [
  item('open', 'To do', '待办', { tone: 'reserved' }),
  item('processed', 'Processed', '已处理', { tone: 'available' }),
]
const sites = site as Entity
const labels = () => shown.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  store.set(
    dictionariesAtom,
    byName([
      { name: 'site.facilities', kind: 'open', items: facilities },
      { name: 'alarm.status', kind: 'fixed', items: alarms },
      {
        name: 'alarm.remark',
        kind: 'phrases',
        items: [item('sent', 'Sent.', '已派。'), item('old', 'Old.', '旧。', { offered: false })],
      },
    ]),
  )
})
afterEach(async () => {
  store.set(dictionariesAtom, new Map())
  vi.unstubAllGlobals()
  await act(() => i18next.changeLanguage('en'))
})

const facility = (value: unknown) => (
  <FieldInput
    entity={sites}
    name="facilities"
    id="it"
    invalid={false}
    disabled={false}
    describedBy={undefined}
    value={value}
    onChange={() => {}}
  />
)

test('a form offers the operator’s values in its words and order, what is withheld only where it is held', () => {
  const { unmount } = stage(facility(null))
  expect(labels()).toEqual(['Baby room', 'Internet'])
  unmount()
  stage(facility(['cafe']))
  expect(labels()).toEqual(['Baby room', 'Internet', 'Café'])
})

test('a filter finds what is no longer offered as well', () => {
  stage(<FilterInput entity={sites} name="facilities" value={undefined} onChange={() => {}} />)
  expect(labels()).toEqual(['Baby room', 'Internet', 'Café'])
})

test('a state shows in the operator’s word and hue, in the language that shows, and changes while one looks', async () => {
  const row = { id: 1, status: 'open' } as unknown as AnyRow
  stage(<Cell entity={alarm as Entity} name="status" row={row} />)
  expect(shown.getByText('To do').className).toMatch(/reserved/)
  await act(() => i18next.changeLanguage('zh-CN'))
  expect(shown.getByText('待办')).toBeTruthy()
  act(() => store.set(dictionariesAtom, new Map()))
  expect(shown.queryByText('待办')).toBeNull()
})

function Written({ onChange }: { onChange: (text: string) => void }) {
  return <Remark label="Remark" value="Looked." onChange={onChange} phrases={usePhrases(alarm, 'remark')} />
}

test('a sentence of the operator goes behind what is written already', async () => {
  const written = vi.fn()
  stage(<Written onChange={written} />)
  expect(shown.queryByRole('button', { name: 'Old.' })).toBeNull()
  await userEvent.click(shown.getByRole('button', { name: 'Sent.' }))
  expect(written).toHaveBeenCalledWith('Looked. Sent.')
})

const tree = [
  {
    id: 'site',
    label: 'Sites',
    children: [
      { id: 'site.facilities', label: 'Facilities', kind: 'open', values: 3, changed: 1, chosen: true, toned: false },
    ],
  },
]
const rows = facilities.map((one) => ({ ...one, set: { labels: {}, tone: null }, initial: false }))
const server = () =>
  serve(({ path }) => {
    if (path === '/system/dic/tree') return ok(tree)
    if (path === '/system/dic/list') return page(rows)
    return path === '/system/dic/add' ? ok({ value: 'pool' }) : undefined
  })

test('on a wide screen a dictionary stands beside the tree, and a value is added in some language or not at all, the others folded below one’s own', async () => {
  const calls = server()
  stage(<DictionariesPage />)
  await userEvent.click(await shown.findByRole('button', { name: 'Add a value' }))
  const dialog = within(shown.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(asked(calls, '/system/dic/add')).toEqual([])
  expect(dialog.queryByLabelText('简体中文')).toBeNull()
  await userEvent.type(dialog.getByLabelText(/Label/), 'Pool')
  await userEvent.click(dialog.getByRole('button', { name: /In other languages \(0 of / }))
  const chinese = dialog.getByLabelText('简体中文')
  expect(chinese.closest('[lang]')?.getAttribute('lang')).toBe('zh-CN')
  expect(chinese.getAttribute('placeholder')).toBe('Pool')
  await userEvent.type(chinese, '泳池')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked(calls, '/system/dic/add').map(({ body }) => body)).toEqual([
      { name: 'site.facilities', labels: { en: 'Pool', 'zh-CN': '泳池' } },
    ]),
  )
})

test('on a phone the tree comes first and a dictionary after it; who may only look finds nothing to press', async () => {
  signIn(['dictionary.list'])
  server()
  stage(<DictionariesPage />, { screen: 'phone' })
  await userEvent.click(await shown.findByRole('button', { name: /Facilities/ }))
  expect(await shown.findByText('Baby room')).toBeTruthy()
  expect(shown.queryByRole('button', { name: /Add a value|Edit|Move/ })).toBeNull()
})
