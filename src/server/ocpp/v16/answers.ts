import { replyBy } from '../every-version/answers.ts'
import { hashOf } from '../every-version/certificate-hash.ts'
import type { Payload } from '../framing.ts'
import type { AcceptedWith, Reply, ReplyMeaning } from '../protocol.ts'
import type { ToldSettings } from '../told-settings.ts'
import { scheduleOf } from './charging-profiles.ts'
import { isSecret } from './secrets.ts'

/** No status at all (GetConfiguration, UpdateFirmware, GetDiagnostics) is a yes; AcceptedCanceled is one for the newer request. */
const YES = new Set(['accepted', 'acceptedcanceled', 'scheduled', 'unlocked', 'rebootrequired'])
const FAILED = new Set(['failed', 'unlockfailed'])
/** Every other word of an answer in OCPP 1.6 and its security extension. */
const NO = new Set([
  'rejected',
  'notsupported',
  'notimplemented',
  'faulted',
  'occupied',
  'unavailable',
  'versionmismatch',
  'unknown',
  'unknownmessageid',
  'unknownvendorid',
  'notfound',
  'invalidcertificate',
  'revokedcertificate',
])
const PROVISOS = new Map<string, AcceptedWith>([
  ['scheduled', 'Scheduled'],
  ['rebootrequired', 'RebootRequired'],
  ['acceptedcanceled', 'AcceptedCanceled'],
])

/** What an answer says to a call of this action. */
export function replyOf(action: string, answer: Payload): Reply {
  const { status, listVersion: version } = answer
  const reply = replyBy(answer, {
    meaningOf: (word) => meaningOf(action, word),
    ...{ provisos: PROVISOS, version, schedule: scheduleOf(answer), reserves: action === 'ReserveNow' },
  })
  return {
    ...reply,
    // No name: it has nothing to upload (6.26).
    ...(action === 'GetDiagnostics' && !answer.fileName && { nothing: true as const }),
    ...(action === 'GetInstalledCertificateIds' &&
      status !== undefined &&
      reply.meaning === 'yes' && { roots: rootsOf(answer) }),
    ...(action === 'GetConfiguration' && status === undefined && { settings: settingsOf(answer) }),
  }
}

const rootsOf = ({ certificateHashData = [] }: Payload) => (certificateHashData as Payload[]).map(hashOf)

interface ToldKey {
  key: string
  readonly?: boolean
  value?: unknown
}

function settingsOf({ configurationKey = [], unknownKey = [] }: Payload): ToldSettings {
  return {
    known: (configurationKey as ToldKey[]).map((told) => ({
      key: String(told.key),
      value: isSecret({ ...told }) || told.value === undefined || told.value === null ? null : String(told.value),
      read_only: told.readonly === true,
    })),
    unknown: (unknownKey as unknown[]).map(String),
  }
}

/** An unknown word is no refusal: the pile may have done what it was asked. */
function meaningOf(action: string, word: string): ReplyMeaning {
  if (YES.has(word)) return 'yes'
  // It has none of these: that is what was asked (security whitepaper, 6.11).
  if (action === 'GetInstalledCertificateIds' && word === 'notfound') return 'yes'
  // It has none that fits: so it holds none of them (6.14).
  if (action === 'ClearChargingProfile' && word === 'unknown') return 'yes'
  if (FAILED.has(word)) return 'failed'
  return NO.has(word) ? 'no' : 'unclear'
}
