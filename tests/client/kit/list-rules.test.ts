import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AnyRow } from '../../../src/client/kit/fields/cell.tsx'
import { useSelection } from '../../../src/client/kit/records/bulk/use-selection.ts'
import { cardFacts } from '../../../src/client/kit/records/cards/card-facts.ts'
import { filterable } from '../../../src/client/kit/records/filters/filterable.ts'
import { contentOf, saveView } from '../../../src/client/kit/records/views/save-view.ts'
import { saveListView } from '../../../src/shared/endpoints/list-views.ts'
import { offlineRecord } from '../../../src/shared/entities/offline-record.ts'
import { MOST_AT_ONCE } from '../../../src/shared/kit/call-bodies.ts'
import { asked, ok, serve } from '../stage.tsx'

afterEach(() => vi.unstubAllGlobals())

/** What lists hold to, without a list. */

const row = (id: number): AnyRow => ({ id, version: 1, created_at: '', updated_at: '' })
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1))

describe('a selection', () => {
  const selected = () => renderHook(() => useSelection()).result

  test('holds no more than the server changes at once, and lets go at any size', () => {
    const selection = selected()
    const [first, ...others] = rows(MOST_AT_ONCE + 1)
    act(() => selection.current.add(others))
    expect(selection.current.full).toBe(true)
    act(() => selection.current.add(first ? [first] : []))
    expect(selection.current.rows).toHaveLength(MOST_AT_ONCE)
    expect(selection.current.has(1)).toBe(false)
    act(() => selection.current.togglePage(others.slice(0, 20)))
    expect(selection.current.rows).toHaveLength(MOST_AT_ONCE - 20)
  })

  test('goes on from the row that was pressed last, not from the first', () => {
    const page = rows(9)
    const selection = selected()
    const press = (id: number, through = false) =>
      act(() => selection.current.toggle(page[id - 1] ?? row(id), page, through))
    press(1)
    press(5)
    press(7, true)
    expect(selection.current.rows.map(({ id }) => id)).toEqual([1, 5, 6, 7])
  })
})

test('what a list always holds to is not offered as a filter', () => {
  const names = (fixed?: object) => filterable(offlineRecord, fixed).map(([name]) => name)
  expect(names()).toContain('pile_id')
  expect(names({ pile_id: 7 })).toEqual(names().filter((name) => name !== 'pile_id'))
})

test('two times on a card are told by the clock, one by how long ago it was', () => {
  const facts = (known: object) => cardFacts({ entity: offlineRecord } as never, { ...row(1), ...known })
  const [offline_at, online_at] = ['2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z']
  expect(facts({ offline_at, online_at }).byClock).toEqual(['offline_at', 'online_at'])
  expect(facts({ offline_at, online_at: null }).byClock).toEqual([])
})

test('a view keeps what the list shows: its words, filters, order and size, and not the page', async () => {
  const all = serve(() => ok(null))
  const state = { keyword: 'a', filters: { pile_id: 7 }, sort: { prop: 'offline_at', order: 'asc' as const }, size: 50 }
  await saveView({
    ...{ list: offlineRecord.name, name: 'Mine', shared: false, role_ids: [], user_ids: [] },
    content: contentOf({ ...state, page: 3, view: null }, null),
  })
  expect(asked(all, saveListView.path).map(({ body }) => body)).toEqual([
    { list: 'offline_record', name: 'Mine', shared: false, role_ids: [], user_ids: [], columns: null, state },
  ])
})
