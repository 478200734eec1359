import { fireEvent, screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ClearDialog } from '../../src/client/charging-profiles/clear-dialog.tsx'
import { clearProfiles } from '../../src/shared/endpoints/charging-profiles.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

test('a refusal to let go of profiles is said where it was asked, and what went closes the question', async () => {
  const answers = [
    { word: 'NotSupported', cleared: false },
    { word: 'Accepted', cleared: true },
  ]
  const calls = serve(({ path }) => (path === clearProfiles.path ? ok(answers.shift()) : undefined))
  const onClose = vi.fn()
  stage(<ClearDialog pileId={7} guns={[1, 2]} onClose={onClose} />)
  fireEvent.change(shown.getByLabelText('Stack level'), { target: { value: '3' } })
  fireEvent.click(shown.getByRole('button', { name: 'Clear' }))
  await shown.findByText('the pile does not support charging profiles')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(shown.getByRole('button', { name: 'Clear' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled(), { timeout: 10_000 })
  const sent = calls.filter(({ path }) => path === clearProfiles.path).map(({ body }) => body)
  const asked = { pile_id: 7, connector_number: null, charging_profile_purpose: null, stack_level: 3 }
  expect(sent).toEqual([asked, asked])
})
