import type { Fields, Value } from '../kit/fields.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A car may stand for so long, and what waits for it with it. */
const DAY = 24 * HOUR
export const TIMES = { MINUTE, HOUR, DAY } as const

/** What a command is about: the whole pile; one gun; a gun or (0) all of the pile; a gun or none in particular. */
export type About = 'pile' | 'gun' | 'part' | 'any'

/** How a gun is to a person who stands before it. In none of these (offline, out of service) nothing is offered. */
export type GunState = 'occupied' | 'charging' | 'plugged' | 'free' | 'faulted'

/** Which later message of the pile shows that it happened; the server's command-effects.ts knows how each is seen. */
export type Shown =
  | 'boot'
  | 'started'
  | 'stopped'
  | 'priority'
  | 'availability'
  | 'report'
  | 'steps'
  | 'secured'
  | 'settings'
  | 'customer_report'

export interface Effect {
  readonly shown_by: Shown
  /** How long after a yes it may take before that is an alarm. */
  readonly within_ms: number
  /** How long after that, or after a call without an answer, it still counts. */
  readonly late_ms: number
  /** It stands for the answer where that does not come. */
  readonly answers?: true
  /** How long instead, where the pile said that it waits for a session's end. */
  readonly scheduled_ms?: number
  /** Only where the pile said this with its yes: that it has to start anew first, that it tells in reports. Otherwise the answer is all there is to see. */
  readonly only_with?: 'RebootRequired' | 'Reports'
  /** It may be seen before the answer is. */
  readonly early?: true
}

/** Of a setting that counts once the pile has started anew. */
export const AFTER_REBOOT: Effect = { shown_by: 'boot', within_ms: DAY, late_ms: 6 * DAY, only_with: 'RebootRequired' }

/** A step of an update or an upload may take so long: files of hundreds of megabytes over a mobile network. */
export const IN_STEPS: Effect = { shown_by: 'steps', within_ms: 2 * HOUR, late_ms: DAY }

/** What is known of everything that a pile can be asked for, be it by a button, by an engineer or by the server itself. */
export interface Asked<N extends string = string> {
  readonly name: N
  /** Null where the answer is all there is to see. */
  readonly effect: Effect | null
  /** The pile's later words mean the newest of its kind alone. */
  readonly newest_counts: boolean
}

interface AskedFor {
  effect?: Effect
  newest_counts?: true
}

interface Offer<F extends Fields, A extends About> extends AskedFor {
  about: A
  /** An icon of the console's. */
  icon: string
  /** What is said with it, by the field kinds that entities use. */
  fields?: F
  /** The choice whose values are the buttons; without one there is a single button. */
  buttons?: keyof F & string
  /** A person is asked once more: always, or for these buttons. */
  confirm?: true | readonly string[]
  /** The buttons in red: all, or these. */
  danger?: true | readonly string[]
  /** Charges at what it is about do not outlive it, by all its buttons or these: a person reads which before. */
  ends_charges?: true | readonly string[]
  /** Refused while the pile is not connected: done later, nobody would expect it. */
  connected?: true
  /** Offered for many piles at once. */
  bulk?: true
  /** It has a screen of its own and no place among the buttons. */
  elsewhere?: true
  /** Of a gun: offered beside it in these states. */
  when?: readonly GunState[]
  /** The server makes the intent of its payload (`piles/intents.ts`); otherwise the payload is the intent. */
  resolved?: true
}

/** A command that people give: its call, permission, menu entry, form and buttons follow. */
export interface PileCommand<N extends string = string, F extends Fields = Fields, A extends About = About>
  extends Asked<N> {
  readonly about: A
  readonly icon: string
  readonly fields: F
  readonly buttons: string | null
  readonly confirm: true | readonly string[]
  readonly danger: true | readonly string[]
  readonly ends_charges: true | readonly string[]
  readonly connected: boolean
  readonly bulk: boolean
  readonly elsewhere: boolean
  readonly when: readonly GunState[]
  readonly resolved: boolean
}

/** Declares a command that people give, once. Everything else follows from it. */
export function command<
  const N extends string,
  const A extends About,
  // biome-ignore lint/complexity/noBannedTypes: without fields there are none
  const F extends Fields = {},
>(name: N, offer: Offer<F, A>): PileCommand<N, F, A> {
  return {
    ...asked(name, offer),
    about: offer.about,
    icon: offer.icon,
    fields: offer.fields ?? ({} as F),
    buttons: offer.buttons ?? null,
    confirm: offer.confirm ?? [],
    danger: offer.danger ?? [],
    ends_charges: offer.ends_charges ?? [],
    connected: offer.connected ?? false,
    bulk: offer.bulk ?? false,
    elsewhere: offer.elsewhere ?? false,
    when: offer.when ?? [],
    resolved: offer.resolved ?? false,
  }
}

/** Declares what an engineer writes by hand or the server asks for by itself. */
export const asked = <const N extends string>(name: N, { effect, newest_counts }: AskedFor = {}): Asked<N> => ({
  name,
  effect: effect ?? null,
  newest_counts: newest_counts ?? false,
})

/** Whether a button is among those that are asked about or red. */
export const isOneOf = (which: true | readonly string[], button: string | null): boolean =>
  which === true || (button !== null && which.includes(button))

/** `pile.reset`: who may give it. */
export const permissionTo = ({ name }: Pick<Asked, 'name'>) => `pile.${name}`

/** Where its word stands in the locales: the choice of the commands' list that it is. */
export const commandWord = (name: string) => `entities:command.choices.action.${name}`

type Where<A extends About> = A extends 'pile'
  ? unknown
  : { connector_number: A extends 'any' ? number | null : number }

/** What is said with a command, its place included. */
export type Payload<C> =
  C extends PileCommand<string, infer F, infer A> ? Where<A> & { [K in keyof F]: Value<F[K]> } : never

/** The intent of a command whose payload is it. */
export type PlainIntent<C> = C extends PileCommand<infer N> ? { ask: N } & Payload<C> : never
