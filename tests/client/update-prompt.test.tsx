import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { UpdatePrompt } from '../../src/client/app/shell/update-prompt.tsx'
import { updateAtom } from '../../src/client/app/update-atom.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { speak, stage } from './stage.tsx'

beforeAll(() => speak())

const update = () => screen.getByRole('button', { name: 'Update' })

test('an update that waits for what is being sent shows that it works, and is asked for once', async () => {
  let times = 0
  store.set(updateAtom, { apply: () => void times++ })
  stage(<UpdatePrompt />)
  await userEvent.click(update())
  expect(update().getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('button', { name: 'Later' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(update())
  expect(times).toBe(1)
})

test('where another tab put it in force, this one can be asked again', async () => {
  store.set(updateAtom, { apply: () => {} })
  stage(<UpdatePrompt />)
  await userEvent.click(update())
  let reloaded = 0
  store.set(updateAtom, { apply: () => void reloaded++ })
  await expect.poll(() => update().getAttribute('aria-busy')).toBeNull()
  await userEvent.click(update())
  expect(reloaded).toBe(1)
})
