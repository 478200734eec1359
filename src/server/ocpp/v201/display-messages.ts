import type { Intent } from '../../../shared/domain/intent.ts'
import type { Format, Priority, ScreenMessage, ScreenText, ShownWhile } from '../../../shared/domain/screen/message.ts'
import { orNull, said, wordOf } from '../every-version/charging-profiles.ts'
import { reporter } from '../every-version/message.ts'
import type { Payload } from '../framing.ts'

/* Messages on a pile's screen (O01 to O06). The words are those of 2.1; a version's own are fewer. */

const FORMATS: Readonly<Record<Format, string>> = {
  utf8: 'UTF8',
  ascii: 'ASCII',
  uri: 'URI',
  html: 'HTML',
  qr_code: 'QRCODE',
}
const PRIORITIES: Readonly<Record<Priority, string>> = {
  always_front: 'AlwaysFront',
  in_front: 'InFront',
  normal: 'NormalCycle',
}
const STATES: Readonly<Record<ShownWhile, string>> = {
  charging: 'Charging',
  faulted: 'Faulted',
  idle: 'Idle',
  unavailable: 'Unavailable',
  suspended: 'Suspended',
  discharging: 'Discharging',
}
/** Of 2.1 alone (3.60, 3.62). */
const NEWER = new Set<Format | ShownWhile>(['qr_code', 'suspended', 'discharging'])

const content = (format: Format, { language, text }: ScreenText): Payload => ({
  format: FORMATS[format],
  ...(language !== null && { language }),
  content: text,
})

/** Null for one that has no text, or that 2.0.1 has no words for. */
export function messagePayload(message: ScreenMessage): Payload | null {
  const { format, shown_while } = message
  return NEWER.has(format) || (shown_while && NEWER.has(shown_while)) ? null : payloadOf(message)
}

/** In 2.1 a message has more languages than one (2.50). */
export function newerPayload(message: ScreenMessage): Payload | null {
  const payload = payloadOf(message)
  const others = message.texts.slice(1)
  return (
    payload && {
      ...payload,
      ...(others.length > 0 && { messageExtra: others.map((one) => content(message.format, one)) }),
    }
  )
}

function payloadOf({ format, texts, ...message }: ScreenMessage): Payload | null {
  const [first] = texts
  if (!first) return null
  return said({
    id: message.number,
    priority: PRIORITIES[message.priority],
    state: message.shown_while && STATES[message.shown_while],
    startDateTime: message.starts_at,
    endDateTime: message.ends_at,
    // O01.FR.04
    transactionId: message.transaction_id,
    message: content(format, first),
  })
}

interface MessageContent {
  format: string
  language?: string
  content: string
}

interface MessageInfo {
  id: number
  priority: string
  state?: string
  startDateTime?: string
  endDateTime?: string
  transactionId?: string
  display?: object
  message: MessageContent
  messageExtra?: MessageContent[]
}

const momentIn = (written: string | undefined): string | null => {
  const at = Date.parse(written ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

const contentsOf = ({ message, messageExtra = [] }: MessageInfo) => [message, ...messageExtra]

/** A message as a call or a report has it; null for one that our words are too few for. */
function messageOf(info: MessageInfo): ScreenMessage | null {
  const contents = contentsOf(info)
  const format = wordOf(FORMATS, info.message.format)
  const priority = wordOf(PRIORITIES, info.priority)
  const shown_while = wordOf(STATES, info.state)
  if (
    !format ||
    !priority ||
    !Number.isSafeInteger(info.id) ||
    info.id < 0 ||
    (info.state !== undefined && !shown_while)
  )
    return null
  return {
    ...{ number: info.id, format, priority, shown_while },
    ...{ starts_at: momentIn(info.startDateTime), ends_at: momentIn(info.endDateTime) },
    transaction_id: orNull(info.transactionId),
    texts: contents.map(({ language, content: text }) => ({ language: language ?? null, text })),
  }
}

/** Its pile tells afterwards what it holds. */
const OTHERWISE: Intent = { ask: 'other', touches: 'screen' }

/** What a call that a person wrote has shown. One in several formats, or for a screen of several (O01.FR.23), is none of ours. */
export function shownIn({ message }: Payload): Intent {
  const info = message as MessageInfo
  const isPlain = !info.display && contentsOf(info).every(({ format }) => format === info.message.format)
  const shown = isPlain ? messageOf(info) : null
  return shown ? { ask: 'show_message', ...shown } : OTHERWISE
}

interface NotifyDisplayMessages {
  requestId: number
  /** More follow; parts have no numbers (O03.FR.04). */
  tbc?: boolean
  messageInfo?: MessageInfo[]
}

/** A part of what a pile's screen holds (O03, O04): it is kept at once, and the report is whole when the last came. */
export const notifyDisplayMessages = reporter<NotifyDisplayMessages>(
  'NotifyDisplayMessages',
  async ({ requestId: request, tbc = false, messageInfo = [] }, { events }) => {
    const told = messageInfo.flatMap((info) => messageOf(info) ?? [])
    await events.screen({ request, isLast: !tbc, told })
    return { answer: {}, sign: { shows: 'other' } }
  },
)
