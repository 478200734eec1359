import { beforeEach, expect, test, vi } from 'vitest'
import { NoPhoto } from '../../src/client/offline/photos/scale-photo.ts'
import { takePhotos } from '../../src/client/offline/photos/take-photos.ts'
import { NotKept } from '../../src/client/offline/sending.ts'
import { addAlarmPhoto } from '../../src/shared/endpoints/photos.ts'
import { signIn } from './stage.tsx'

const mocks = vi.hoisted(() => ({ scaledPhoto: vi.fn(), keepPhoto: vi.fn(), decideAbout: vi.fn() }))
vi.mock('../../src/client/offline/photos/scale-photo.ts', async (load) => ({
  ...(await load<object>()),
  scaledPhoto: mocks.scaledPhoto,
}))
vi.mock('../../src/client/offline/photos/kept-photos.ts', async (load) => ({
  ...(await load<object>()),
  keepPhoto: mocks.keepPhoto,
}))
vi.mock('../../src/client/offline/sending.ts', async (load) => ({
  ...(await load<object>()),
  decideAbout: mocks.decideAbout,
}))

const named = (name: string) => new File([name], name)
const [first, second, third] = [named('1.jpg'), named('2.heic'), named('3.jpg')]
const target = { subject: 'alarm:5', label: 'Ground failure', endpoint: addAlarmPhoto, names: { id: 5 } }

beforeEach(() => {
  signIn()
  for (const mock of Object.values(mocks)) mock.mockReset()
  mocks.scaledPhoto.mockImplementation(async (file: File) => {
    if (file === second) throw new NoPhoto()
    return file
  })
})

const kept = () => mocks.keepPhoto.mock.calls.map(([, , photo]) => photo)

test('one photo of several that cannot be read is told, and the others are taken', async () => {
  const told: Blob[] = []
  const taking = takePhotos([first, second, third], target, async (file) => void told.push(file))
  await expect(taking).rejects.toThrow(NoPhoto)
  expect(kept()).toEqual([first, third])
  expect(told).toEqual([first, third])
})

test('where there is no room for one it ends there, and says which were kept', async () => {
  mocks.decideAbout.mockResolvedValueOnce(undefined).mockRejectedValue(new NotKept())
  const told: Blob[] = []
  const taking = takePhotos([first, third], target, async (file) => void told.push(file))
  await expect(taking).rejects.toThrow(NotKept)
  expect(told).toEqual([first])
})
