import { screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useAsOne } from '../../src/client/alarms/use-as-one.ts'
import { openAlarms, useRecords } from '../../src/client/kit/fields/use-records.ts'
import { type Alarm, alarm as alarmEntity } from '../../src/shared/entities/alarm.ts'
import { page, serve, signIn, speak, stage } from './stage.tsx'

const OPENED = '2026-11-23T10:00:00Z'
const alarm = (id: number) => ({ id, pile_id: 1, site_id: 1, code: 'GroundFailure', status: 'open', raised_at: OPENED })
const own = [alarm(1)] as unknown as Alarm[]

/** A list that shows one alarm of many, beside another that asked for all that are open. */
function List() {
  const all = useRecords(alarmEntity, openAlarms).data?.rows.length ?? 0
  const shown = useAsOne(own, 40) ?? []
  return `${all} open: ${shown.map(({ id, others = [] }) => [id, ...others.map((other) => other.id)].join('+'))}`
}

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(({ path }) => (path === '/system/device-fault-record/index' ? page([alarm(1), alarm(2)]) : undefined))
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['of all that is open a matter is known whole', '?status=open', '1+2'],
  ['of a narrowed list it is what the list shows', '?status=open&severity=high', '1'],
])('%s', async (_, address, shown) => {
  stage(<List />, { path: `/alarms${address}` })
  expect(await screen.findByText(`2 open: ${shown}`)).toBeTruthy()
})
