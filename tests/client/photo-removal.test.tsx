import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PhotosCard } from '../../src/client/offline/photos/photos-card.tsx'
import { addAlarmPhoto, removeAlarmPhoto } from '../../src/shared/endpoints/photos.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn(['alarm.handle']))

const taken = { taken_at: '2026-11-24T01:00:00Z', of: 31 }
const photos = [
  { ...taken, file_key: 'mine', by: 'Wang', own: true },
  { ...taken, file_key: 'theirs', by: 'Li', own: false },
]
const target = { subject: 'alarm:30', label: 'Fault', endpoint: addAlarmPhoto, names: { id: 30 } }
const card = () => stage(<PhotosCard {...{ photos, target }} may remove={removeAlarmPhoto} />, { screen: 'phone' })
const open = async (at: number) =>
  userEvent.click(await screen.findByRole('button', { name: `Photos: Picture ${at} of 2` }))

test('one’s own photo is taken back from the record that it is of, after a question', async () => {
  const calls = serve(({ path }) => (path === removeAlarmPhoto.path ? ok({}) : undefined))
  card()
  await open(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the photo', hidden: true }))
  expect(asked(calls, removeAlarmPhoto.path)).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(asked(calls, removeAlarmPhoto.path).map(({ body }) => body)).toEqual([{ id: 31, file_key: 'mine' }]),
  )
})

test('a colleague’s photo is left to them, and to who may delete files', async () => {
  serve(() => undefined)
  const { unmount } = card()
  await open(2)
  await screen.findAllByRole('button', { name: 'Close', hidden: true })
  expect(screen.queryByRole('button', { name: 'Remove the photo', hidden: true })).toBeNull()
  unmount()
  signIn(['alarm.handle', 'file.delete'])
  card()
  await open(2)
  expect(await screen.findByRole('button', { name: 'Remove the photo', hidden: true })).toBeTruthy()
})
