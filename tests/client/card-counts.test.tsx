import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { EntityList } from '../../src/client/kit/records/entity-list.tsx'
import { CheckListList } from '../../src/client/work-orders/inspections/check-list-list.tsx'
import { PlanList } from '../../src/client/work-orders/inspections/plan-list.tsx'
import { checkList } from '../../src/shared/entities/check-list.ts'
import { displayMessage } from '../../src/shared/entities/display-message.ts'
import { inspectionPlan } from '../../src/shared/entities/inspection-plan.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())

const kept = { id: 1, version: 1, created_at: '2026-11-24T01:00:00Z', updated_at: '2026-11-24T01:00:00Z' }
const listed = ({ path }: { path: string }, row: object) =>
  serve((one) =>
    one.path.startsWith(path)
      ? ok({ rows: [{ ...kept, ...row }], total: 1, page: 1, pageSize: 20, summary: {} })
      : undefined,
  )
const lineOf = async (title: string) => (await screen.findByText(title)).closest('article')?.textContent

test('a card says what it counts, and of none that all are meant', async () => {
  listed(checkList, { name: 'Monthly', pile_type_ids: [], items: [{}, {}], remark: null })
  stage(<CheckListList />, { screen: 'phone' })
  expect(await lineOf('Monthly')).toContain('All pile types · 2 items')
})

test('a card of a plan says how many sites, and how often in one word', async () => {
  listed(inspectionPlan, {
    ...{
      name: 'Round',
      status: 'enabled',
      check_list_id: 1,
      check_list: { id: 1, title: 'Monthly' },
      site_ids: [3, 4],
    },
    ...{
      pile_type_ids: [7],
      every: 1,
      unit: 'month',
      starts_on: '2026-11-28',
      days: 7,
      assignee_id: null,
      role_id: null,
    },
  })
  stage(<PlanList />, { screen: 'phone' })
  const line = await lineOf('Round')
  expect(line).toContain('Monthly · 2 sites · 1 pile type')
  expect(line).toContain('Every month')
  expect(line).not.toContain('Months')
})

test('a card of any entity says what those are that it only counts', async () => {
  listed(displayMessage, { number: 1, text: 'Closed', state: 'shown', site_ids: [3, 4], pile_type_ids: [] })
  stage(<EntityList entity={displayMessage} />, { screen: 'phone' })
  await screen.findByText(/2 sites/)
})
