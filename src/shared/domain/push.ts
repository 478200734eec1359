/** What a notification offers to answer without opening the console. */
export const PUSH_ACTIONS = ['on_my_way', 'processed'] as const
export type PushAction = (typeof PUSH_ACTIONS)[number]

/**
 * Why a device is told. `new`: an alarm; `handed`: a case is its person's from now on; `taken`: it is another's; `many`: more alarms than one
 * looks at one by one; `over`: the case is; `test`: its person asked for it.
 */
export type PushReason = 'new' | 'handed' | 'taken' | 'many' | 'over' | 'test'

/** What the server sends to a device. All words are in its person's language: the worker that shows them has no others. */
export interface PushPayload {
  /** The message's: what comes twice is shown once. */
  id: number
  why: PushReason
  /** One notification for each case: what is told of it anew takes the place of what was. */
  tag: string
  user_id: number
  language: string
  title: string
  body: string
  /** How many open cases are the person's own. */
  badge: number
  /** Where a press leads, a path of the console. */
  path: string
  /** Critical, escalated or handed over: it stays until a person presses it. */
  urgent: boolean
  /** Its browser allows no message without a notification: what others take away quietly is said there. */
  must_show: boolean
  alarm_id?: number
  /** What it is about in one line, for an answer that waits to be sent. */
  label?: string
  actions: { action: PushAction; title: string }[]
  /** What the notification says of what became of an answer. */
  said?: { done: Record<PushAction, string>; kept: string; signed_out: string; refused: string }
}

/** By "22:00" and the like, in a time zone. */
export interface QuietHours {
  from: string
  to: string
  time_zone: string
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The minute of the day that a clock in this time zone shows. */
function minuteAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minutesOf(parts.format(at))
}

/** When quiet hours that hold at an instant are over (epoch ms); null where they do not hold. Equal times are none. */
export function quietUntil({ from, to, time_zone }: QuietHours, at: number): number | null {
  const [begin, end, now] = [minutesOf(from), minutesOf(to), minuteAt(at, time_zone)]
  const holds = begin < end ? now >= begin && now < end : begin > end && (now >= begin || now < end)
  if (!holds) return null
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS
  // A clock that is changed meanwhile moves the end by that hour: looked for around it.
  const usual = minute + ((end - now + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  const around = [0, -60, 60, -30, 30].map((shift) => usual + shift * MINUTE_MS)
  return around.find((candidate) => candidate > at && minuteAt(candidate, time_zone) === end) ?? usual
}
