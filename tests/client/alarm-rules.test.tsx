import { screen as shown, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { RuleList } from '../../src/client/alarms/rule-list.tsx'
import { type AnyRow, Cell } from '../../src/client/kit/fields/cell.tsx'
import { FieldInput } from '../../src/client/kit/fields/field-input.tsx'
import { alarmRule } from '../../src/shared/entities/alarm-rule.ts'
import { ok, page, type Screen, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const of = alarmRule as never as Parameters<typeof Cell>[0]['entity']
const rule = (given: object) => ({
  ...{ id: 1, version: 1, created_at: '2026-11-20T02:00:00Z', updated_at: '2026-11-20T02:00:00Z', name: 'Night' },
  ...{ status: 'enabled', position: 10, codes: null, kinds: null, vendor_codes: null, site_ids: [], pile_type_ids: [] },
  ...{ raises: true, severity: null, ways: null, told_at: null },
  ...given,
})

test.each<Screen>(['wide', 'phone'])(
  'on a %s screen a rule says for what it holds and what it makes of it',
  async (size) => {
    serve(({ path }) =>
      path === '/system/alarm-rule/index'
        ? page([rule({ id: 1 }), rule({ id: 2, name: 'Weak signal', site_ids: [4, 5], raises: false })])
        : undefined,
    )
    const { container } = stage(<RuleList />, { screen: size, path: '/rules' })
    await waitFor(() => expect(container.textContent).toContain('All alarms'))
    expect(container.textContent).toContain('All sites')
    expect(container.textContent).toContain('2 sites')
    expect(container.textContent).toContain('No alarm')
  },
)

test('a rule’s page says the names of whom it tells, and how many where they may not be seen', async () => {
  serve(({ path }) => (path === '/system/user/options' ? ok([{ id: 7, title: 'Chen Yu' }]) : undefined))
  const cell = (tell_user_ids: number[]) => (
    <Cell entity={of} name="tell_user_ids" row={rule({ tell_user_ids }) as never as AnyRow} whole />
  )
  const known = stage(cell([7]))
  await waitFor(() => expect(known.container.textContent).toBe('Chen Yu'))
  known.unmount()
  expect(stage(cell([7, 8])).container.textContent).toBe('2')
})

function Codes() {
  const [value, setValue] = useState<unknown>(['GroundFailure'])
  return (
    <FieldInput
      {...({
        entity: of,
        name: 'codes',
        id: 'codes',
        label: 'Alarms',
        value,
        onChange: setValue,
      } as never as Parameters<typeof FieldInput>[0])}
    />
  )
}

test('of many boxes those show that one looks for, and those that are ticked', async () => {
  serve(() => undefined)
  stage(<Codes />)
  expect(shown.getAllByRole('checkbox').length).toBeGreaterThan(40)
  await userEvent.type(shown.getByRole('searchbox'), 'certificate of the pile')
  const names = () => shown.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(names()).toEqual(['Ground failure', 'Invalid certificate of the pile', 'Certificate of the pile ends soon'])
  await userEvent.click(shown.getByRole('checkbox', { name: 'Certificate of the pile ends soon' }))
  await userEvent.clear(shown.getByRole('searchbox'))
  await userEvent.type(shown.getByRole('searchbox'), 'nothing of the kind')
  expect(names()).toEqual(['Ground failure', 'Certificate of the pile ends soon'])
})
