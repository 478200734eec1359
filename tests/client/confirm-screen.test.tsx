import { screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConfirmScreen } from '../../src/client/sign-in/confirm-screen.tsx'
import { scanScreen } from '../../src/shared/endpoints/screen-sign-in.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const screen = (expires_in: number) =>
  ok({ browser: 'Chrome 130', system: 'Windows', address: '10.0.0.7', place: 'same', expires_in })
const answers = () =>
  ['Sign in there', 'Refuse'].map((name) => shown.getByRole('button', { name }).hasAttribute('disabled'))

test.each([
  [90, [false, false], /^Good for 1:[23]\d$/],
  [0, [true, true], 'This code is too old. Renew it on the screen and scan again.'],
])('a code that is good for %d more seconds is answered as long as that holds', async (seconds, disabled, words) => {
  serve(({ path }) => (path === scanScreen.path ? screen(seconds) : undefined))
  stage(<ConfirmScreen />, { screen: 'phone' })
  expect(await shown.findByText(words)).toBeTruthy()
  expect(shown.getByText('Chrome 130 on Windows')).toBeTruthy()
  expect(answers()).toEqual(disabled)
})
