import { describe, expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import { CommandRig } from './command-rig.ts'
import { until } from './gateway-rig.ts'

const rig = new CommandRig()
const { ask, row, untilStatus, stays } = rig

const later = '2030-01-01T00:00:00Z'
const signed = { location: 'https://f.example/2.bin', retrieveDateTime: later, signingCertificate: 'c', signature: 's' }

/** Each request with the message that tells of it, and what the pile answers. */
const kinds = {
  UpdateFirmware: ['FirmwareStatusNotification', { location: 'ftp://f/2.bin', retrieveDate: later }, {}],
  SignedUpdateFirmware: [
    'SignedFirmwareStatusNotification',
    { requestId: 5, firmware: signed },
    { status: 'Accepted' },
  ],
  GetDiagnostics: ['DiagnosticsStatusNotification', { location: 'ftp://f/' }, { fileName: 'd.txt' }],
  GetLog: [
    'LogStatusNotification',
    { logType: 'SecurityLog', requestId: 5, log: { remoteLocation: 'ftp://f/' } },
    { status: 'Accepted', filename: 'l.txt' },
  ],
} as const
type Kind = keyof typeof kinds

async function asked(kind: Kind, given: { pile: ScriptedPile; id: number } | null = null, more: object = {}) {
  const { pile, id: pile_id } = given ?? (await rig.pile())
  const [message, payload, answer] = kinds[kind]
  pile.onCall(kind, answer)
  const { id } = await ask({ pile_id, action: kind, payload: { ...payload, ...more } })
  const numbered = 'requestId' in payload ? { requestId: payload.requestId, ...more } : {}
  const tell = (word: string, rest: object = {}) => pile.call(message, { status: word, ...numbered, ...rest })
  return { pile, pile_id, id, tell }
}

describe.each(Object.keys(kinds) as Kind[])('%s', (kind) => {
  const isUpdate = kind.endsWith('UpdateFirmware')
  const steps = isUpdate ? ['Downloading', 'Downloaded', 'Installing'] : ['Uploading']
  const [good, bad] = isUpdate
    ? ['Installed', kind === 'UpdateFirmware' ? 'InstallationFailed' : 'InstallVerificationFailed']
    : ['Uploaded', kind === 'GetLog' ? 'PermissionDenied' : 'UploadFailed']

  test('is done when the pile says so, and shows how far it is', async () => {
    const { id, tell } = await asked(kind)
    expect(await row(id)).toMatchObject({ status: 'accepted', effect_at: null })
    for (const step of steps) {
      await tell(step)
      await until(async () => (await row(id)).progress === step)
      expect((await row(id)).status).toBe('accepted')
    }
    await tell(good)
    await untilStatus(id, 'done')
    expect((await row(id)).progress).toBe(good)
  })

  test('is failed with the pile’s word, until the pile has done it after all', async () => {
    const { id, tell } = await asked(kind)
    await tell(bad)
    await untilStatus(id, 'failed')
    expect((await row(id)).progress).toBe(bad)
    await tell('Idle')
    await stays(id, 'failed')
    await tell(steps[0] as string)
    await untilStatus(id, 'accepted')
    await tell(good)
    await untilStatus(id, 'done')
  })

  test('is failed when the pile said so while the server was away', async () => {
    const { id, pile_id, tell } = await asked(kind)
    rig.commands = rig.another() // this one knows nothing of it, as one that was killed before it wrote it down
    await tell(bad)
    expect((await rig.anomalies(pile_id)).map(({ subject }) => subject)).toEqual([bad])
    await rig.restart()
    await untilStatus(id, 'failed')
    await tell(good)
    await untilStatus(id, 'done')
  })

  test('has no effect when nothing is said in time, and goes on with the next word', async () => {
    rig.patienceMs = 50
    const { id, tell } = await asked(kind)
    await untilStatus(id, 'no_effect')
    await until(() => rig.neighbours.alarmed.length === 1)
    expect(rig.neighbours.alarmed).toMatchObject([{ code: 'CommandWithoutEffect' }])
    rig.patienceMs = 60_000
    await tell(steps[0] as string)
    await untilStatus(id, 'accepted')
    await until(() => rig.neighbours.cleared.length === 1)
  })
})

test('a word of another request says nothing of this one', async () => {
  const { pile, pile_id, id, tell } = await asked('GetLog')
  await tell('UploadFailure', { requestId: 4 })
  await stays(id, 'accepted')
  const newer = await asked('GetLog', { pile, id: pile_id }, { requestId: 6 })
  await newer.tell('Uploaded')
  await untilStatus(newer.id, 'done')
  await stays(id, 'accepted')
})

test('a newer request that cancels an older one ends it, and one whose words cannot be told apart leaves it unclear', async () => {
  const older = await asked('SignedUpdateFirmware')
  const { pile, pile_id } = older
  pile.onCall('SignedUpdateFirmware', { status: 'AcceptedCanceled' })
  const payload = { requestId: 6, firmware: signed }
  const newer = await ask({ pile_id, action: 'SignedUpdateFirmware', payload })
  expect((await row(newer.id)).status).toBe('accepted')
  expect(await row(older.id)).toMatchObject({ status: 'failed', progress: 'AcceptedCanceled' })

  const plain = await asked('GetDiagnostics', { pile, id: pile_id })
  const second = await asked('GetDiagnostics', { pile, id: pile_id })
  expect(await row(plain.id)).toMatchObject({ status: 'unclear', progress: 'Superseded' })
  await second.tell('Uploaded')
  await untilStatus(second.id, 'done')
  await rig.restart()
  await stays(plain.id, 'unclear')
})

test.each(['InvalidCertificate', 'RevokedCertificate', 'Rejected'])('%s refuses a signed update', async (word) => {
  const { pile, id: pile_id } = await rig.pile()
  pile.onCall('SignedUpdateFirmware', { status: word })
  const { id } = await ask({ pile_id, action: 'SignedUpdateFirmware', payload: { requestId: 5, firmware: signed } })
  expect((await row(id)).status).toBe('refused')
})

test('a failure that is told before the answer counts', async () => {
  const { pile, id: pile_id } = await rig.pile()
  pile.onCall('GetDiagnostics', async () => {
    await pile.call('DiagnosticsStatusNotification', { status: 'UploadFailed' })
    return {}
  })
  const { id } = await ask({ pile_id, action: 'GetDiagnostics', payload: kinds.GetDiagnostics[1] })
  await untilStatus(id, 'failed')
})

test('a pile that forgets the word is known by its event', async () => {
  const { pile, id } = await asked('UpdateFirmware')
  const event = (timestamp: number) =>
    pile.call('SecurityEventNotification', { type: 'FirmwareUpdated', timestamp: new Date(timestamp).toISOString() })
  await event(Date.now() - 3_600_000)
  await stays(id, 'accepted')
  await event(Date.now())
  await untilStatus(id, 'done')
})
