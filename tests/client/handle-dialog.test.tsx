import { screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Handling } from '../../src/client/alarms/decisions.ts'
import { HandleDialog } from '../../src/client/alarms/handle-dialog.tsx'
import type { Alarm } from '../../src/shared/entities/alarm.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(() => ok(null))
})
afterEach(() => vi.unstubAllGlobals())

const CLEARED = '2026-11-20T02:00:00Z'

test.each<[Handling, string, string | null, boolean]>([
  ['processed', 'fault', null, true],
  ['processed', 'fault', CLEARED, false],
  ['processed', 'security', null, false],
  ['confirmed', 'fault', null, false],
])(
  '%s of a %s that was over at %s warns that the pile still says so: %s',
  async (handling, kind, cleared_at, warns) => {
    const alarm = { id: 7, status: 'open', kind, cleared_at, code: 'GroundFailure', pile: null, site: null }
    stage(<HandleDialog alarm={alarm as unknown as Alarm} handling={handling} onClose={() => {}} />)
    await screen.findByRole('textbox')
    expect(screen.queryByText(/still reports this fault/) !== null).toBe(warns)
  },
)
