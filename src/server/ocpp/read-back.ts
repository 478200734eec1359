import type { Intent } from '../../shared/domain/intent.ts'
import type { CommandStatus, NewCommand } from './command-store.ts'
import { SECRET_MASK } from './hidden.ts'

const TAKEN = new Set<CommandStatus>(['accepted', 'done'])
const ANSWERED = new Set<CommandStatus>([...TAKEN, 'refused', 'failed', 'unclear'])

/** What a call by hand deleted it does not say: one of these, as a rule. */
const ANY_VERSION = ['central', 'manufacturer'] as const

type Answered = Pick<NewCommand, 'intent' | 'asked_by'>

/** What a pile is asked for to hear from itself what it took. Of several things at once it may have taken some, whatever its answer comes to. */
export function readBackOf({ intent, asked_by }: Answered, status: CommandStatus): Intent[] {
  // What the server sets by itself it asks for by itself.
  const byHand = asked_by !== null && ANSWERED.has(status)
  if (byHand && intent?.ask === 'configure_all') return readingOf(intent.settings)
  if (byHand && intent?.ask === 'other' && intent.touches === 'monitors') return [{ ask: 'read_monitors' }]
  if (byHand && intent?.ask === 'other' && intent.touches === 'screen') return [{ ask: 'read_messages' }]
  if (byHand && intent?.ask === 'other' && intent.touches === 'tariffs')
    return [{ ask: 'read_tariffs', connector_number: 0 }]
  return TAKEN.has(status) ? ofTaken(intent) : []
}

/** What nobody may see is not asked for: the pile would tell it nobody. */
function readingOf(settings: readonly { key: string; value: string }[]): Intent[] {
  const keys = settings.flatMap(({ key, value }) => (value === SECRET_MASK ? [] : [key]))
  return keys.length > 0 ? [{ ask: 'read_settings', keys }] : []
}

/** Commands of a version before lack what they are about. */
function ofTaken(intent: Intent | null): Intent[] {
  if (intent?.ask === 'configure' && intent.key) return readingOf([intent])
  if (intent?.ask === 'install_certificate' && intent.use) return [{ ask: 'list_certificates', use: intent.use }]
  if (intent?.ask === 'reset_monitors') return [{ ask: 'read_monitors' }]
  if (intent?.ask !== 'delete_certificate') return []
  const uses = intent.use ? [intent.use] : ANY_VERSION
  return uses.map((use) => ({ ask: 'list_certificates', use }))
}
