import type { CertificateUse } from '../../../shared/domain/root-certificate.ts'
import { byHand } from '../every-version/by-hand.ts'
import { admit } from '../every-version/tolerance.ts'
import type { Protocol } from '../protocol.ts'
import { replyOf } from './answers.ts'
import { brokenRule } from './call-rules.ts'
import { examples } from './examples.ts'
import { asks, factsOf, read, say } from './intents.ts'
import { messageOf } from './messages.ts'
import { publicWords } from './public-words.ts'
import { USES } from './roots.ts'
import { schemas16 as schemas } from './schemas.ts'
import { loggedText, secretsOf, withoutSecrets } from './secrets.ts'

/** OCPP 1.6 with its security extension. */
export const v16: Protocol = {
  name: 'ocpp1.6',
  subprotocols: [
    'ocpp1.6',
    'ocpp1.6j', // written so by some firmware
  ],
  // OCPP-J 1.6, 4.2.3, table 7; the two misspellings are the standard's and stay (errata 5.1, 5.2).
  errorNames: {
    not_implemented: 'NotImplemented',
    not_supported: 'NotSupported',
    internal: 'InternalError',
    // 1.6 has no name of its own for what is no message at all.
    frame: 'FormationViolation',
    protocol: 'ProtocolError',
    security: 'SecurityError',
    format: 'FormationViolation',
    property: 'PropertyConstraintViolation',
    occurrence: 'OccurenceConstraintViolation',
    type: 'TypeConstraintViolation',
    generic: 'GenericError',
  },
  handle({ action, payload }, caller) {
    const message = messageOf(action)
    admit({ schemas, action, side: 'req' }, payload, caller.flag)
    return message.handle(payload as never, caller)
  },
  asks,
  certificateUses: Object.keys(USES) as CertificateUse[],
  ...byHand(schemas, { examples, brokenRule }),
  say,
  read,
  factsOf,
  secretsOf,
  admitAnswer: (action, answer, flag) => admit({ schemas, action, side: 'conf' }, answer, flag),
  replyOf,
  withoutSecrets,
  loggedText,
  publicWords,
}
