import type { Ask } from '../../../shared/domain/intent.ts'
import type { CertificateUse } from '../../../shared/domain/root-certificate.ts'
import { byHand } from '../every-version/by-hand.ts'
import type { Message } from '../every-version/message.ts'
import { messagesOf } from '../every-version/messages.ts'
import type { SchemaSet } from '../every-version/schema-set.ts'
import { admit } from '../every-version/tolerance.ts'
import { CallRefused } from '../framing.ts'
import type { Protocol } from '../protocol.ts'
import { replyOf } from './answers.ts'
import { factsOf, invites, numbered } from './call-facts.ts'
import { read } from './call-intents.ts'
import { brokenRule } from './call-rules.ts'
import { examples } from './examples.ts'
import { own, owned, SAY, type Say, sayBy } from './intents.ts'
import { messages } from './messages.ts'
import { publicWords } from './public-words.ts'
import { USES, type Uses } from './roots.ts'
import { costWay201 } from './running-cost.ts'
import { schemas201 } from './schemas.ts'
import { loggedText, secretsOf, withoutSecrets } from './secrets.ts'
import { limits, parts } from './settings-calls.ts'

const BOOT = 'BootNotification'
const REPORT = 'NotifyReport'
/** As OCPP 2 calls a pile. */
export const STATION = 'charging station'

/** In what the versions of OCPP 2 differ. */
interface Version {
  name: string
  schemas: SchemaSet
  /** Finds the handler of a pile's call. */
  messageOf(action: string): Message
  /** How it says what we ask for. */
  words: Say
  /** What a call that a person wrote asks for. */
  read: Protocol['read']
  /** What certificates are for, in its words. */
  uses: Uses
  /** Calls that people may write. */
  examples: Protocol['examples']
}

/** A version of OCPP 2: one after 2.0.1 says nearly all as it does, by schemas of its own. */
export const version2 = ({ name, schemas, messageOf, words, read, uses, examples }: Version): Protocol => ({
  name,
  subprotocols: [name],
  namesTransactions: true,
  // Part 4, 4.3, table 7.
  errorNames: {
    not_implemented: 'NotImplemented',
    not_supported: 'NotSupported',
    internal: 'InternalError',
    frame: 'RpcFrameworkError',
    protocol: 'ProtocolError',
    security: 'SecurityError',
    format: 'FormatViolation',
    property: 'PropertyConstraintViolation',
    occurrence: 'OccurrenceConstraintViolation',
    type: 'TypeConstraintViolation',
    generic: 'GenericError',
  },
  handle({ action, payload }, caller) {
    // Before a look at what it says (B01.FR.10). One that waits tells what it was asked for (B02.FR.09).
    const { hasBooted, isWaiting } = caller.events
    const isAsked = () => isWaiting && (action === REPORT || caller.events.isInvited(action))
    const isHeard = action === BOOT || hasBooted || isAsked()
    if (!isHeard) throw new CallRefused('security', `${BOOT} comes first: this station is not accepted`)
    const message = messageOf(action)
    admit({ schemas, action, side: 'req' }, payload, caller.flag)
    return message.handle(payload as never, caller)
  },
  costWay: costWay201,
  asks: [...(Object.keys(words) as Ask[]), ...owned],
  parts,
  limits,
  certificateUses: Object.keys(uses) as CertificateUse[],
  tellsInReports: true,
  own,
  say: (intent, command) => sayBy(words, intent, command),
  ...byHand(schemas, { examples, brokenRule }),
  invites,
  numbered,
  read,
  factsOf,
  secretsOf,
  admitAnswer: (action, answer, flag) => admit({ schemas, action, side: 'conf' }, answer, flag),
  replyOf,
  withoutSecrets,
  loggedText,
  publicWords,
})

/** OCPP 2.0.1. */
export const v201 = version2({
  name: 'ocpp2.0.1',
  schemas: schemas201,
  messageOf: messagesOf(schemas201, STATION, messages),
  words: SAY,
  read,
  uses: USES,
  examples,
})
