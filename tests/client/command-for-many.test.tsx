import { fireEvent, screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { QuestionDialog } from '../../src/client/kit/ui/question-dialog.tsx'
import { BulkDialog } from '../../src/client/piles/bulk-dialog.tsx'
import { page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(() => page([]))
})
afterEach(() => vi.unstubAllGlobals())

test('a command for many piles is chosen before anything can be sent: none stands there at first', async () => {
  stage(<BulkDialog ids={[1, 2]} onDone={() => {}} onClose={() => {}} />)
  const command = await shown.findByRole('combobox', { name: 'Command' })
  expect((command as HTMLInputElement).value).toBe('')
  expect(shown.queryByRole('button', { name: 'Send' })).toBeNull()
  fireEvent.click(command)
  fireEvent.pointerDown(await shown.findByRole('option', { name: 'Unlock', hidden: true }))
  await shown.findByRole('button', { name: 'Send' })
})

test('who is asked whether something is to be cancelled reads “cancel” on one button alone', async () => {
  stage(<QuestionDialog title="Cancel it?" text="" yes="Cancel it" no="Keep it" answer={() => {}} />)
  await shown.findByRole('button', { name: 'Keep it' })
  expect(shown.queryByRole('button', { name: 'Cancel' })).toBeNull()
})
