import { fireEvent, screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LimitDialog } from '../../src/client/charging-profiles/limit-dialog.tsx'
import { asks } from '../../src/client/charging-profiles/steps.ts'
import type { ChargingProfileRecord } from '../../src/shared/entities/charging-profile.ts'
import { type Asked, ok, page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const profile = { id: 7, name: 'Roof', charging_rate_unit: 'W', limit_now: 60_000 } as ChargingProfileRecord

test('a limit is typed in kilowatts and sent in watts', async () => {
  const asked: Asked[] = []
  serve((call) => {
    asked.push(call)
    return call.path.endsWith('/change_limit') ? ok({ campaign_id: 1, piles: 3 }) : page([])
  })
  const onClose = vi.fn()
  stage(<LimitDialog profile={profile} onClose={onClose} />)
  const input = shown.getByLabelText(/^Limit/) as HTMLInputElement
  expect(input.value).toBe('60.0')
  fireEvent.change(input, { target: { value: '42.5' } })
  fireEvent.click(shown.getByRole('button', { name: 'Change limit now' }))
  expect(await shown.findByText('3 piles are told')).toBeTruthy()
  expect(asked.find(({ path }) => path.endsWith('/change_limit'))?.body).toEqual({ id: 7, limit: 42_500 })
  expect(onClose).toHaveBeenCalled()
})

test('an empty limit is not sent', async () => {
  const asked: Asked[] = []
  serve((call) => {
    asked.push(call)
    return page([])
  })
  stage(<LimitDialog profile={{ ...profile, limit_now: null }} onClose={() => {}} />)
  fireEvent.click(shown.getByRole('button', { name: 'Change limit now' }))
  await vi.waitFor(() => expect(shown.getByLabelText(/^Limit/).getAttribute('aria-invalid')).toBe('true'))
  expect(asked.filter(({ path }) => path.endsWith('/change_limit'))).toEqual([])
})

test.each([
  ['start_schedule', { charging_profile_kind: 'dynamic' }, false],
  // It has to be taken out by hand.
  ['start_schedule', { charging_profile_kind: 'dynamic', start_schedule: '2026-11-01T16:00:00Z' }, true],
  ['start_schedule', { charging_profile_kind: 'absolute' }, true],
  ['dyn_update_interval', { charging_profile_kind: 'dynamic' }, true],
  ['dyn_update_interval', { charging_profile_kind: 'absolute' }, false],
  ['duration', { charging_profile_purpose: 'priority', duration: null }, false],
  ['duration', { charging_profile_purpose: 'priority', duration: 3600 }, true],
  ['invalid_after_offline_duration', { max_offline_duration: null }, false],
  ['invalid_after_offline_duration', { max_offline_duration: 60 }, true],
])('%s of %j is asked for: %j', (name, draft, is) => {
  expect(asks(name, draft)).toBe(is)
})
