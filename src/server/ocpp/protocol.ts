import type { FormNode } from '../../shared/domain/call-form.ts'
import type { ToldSchedule } from '../../shared/domain/charging-profiles/profile.ts'
import type { Ask, Intent } from '../../shared/domain/intent.ts'
import type { Obstacle } from '../../shared/domain/reservation.ts'
import type { CertificateUse, ToldCertificate } from '../../shared/domain/root-certificate.ts'
import type { CostTakes, CostWay } from '../../shared/domain/running-cost.ts'
import type { Sign } from './command-sign.ts'
import type { Flag } from './flags.ts'
import type { Call, CallRefused, Payload, RefusalKind } from './framing.ts'
import type { SettingKeys } from './hidden.ts'
import type { PileEvents } from './pile-events.ts'
import type { HeldTariff, MonitorAnswer, ReadingRow, ToldTransaction, TransactionEventRow } from './ports.ts'
import type { ToldSettings } from './told-settings.ts'

/**
 * What a protocol is to the gateway. A folder implements it, protocols.ts hands it over, and nothing else knows an action, a
 * schema or a status word of it. Frames are OCPP-J's in every protocol: [2, id, action, payload], [3, …], [4, …].
 */
export interface Protocol {
  /** As it is kept of a pile and shown. */
  readonly name: string
  /** By what piles offer it as a subprotocol, in small letters. */
  readonly subprotocols: readonly string[]
  /** What it calls the reasons of a refusal in a CALLERROR. */
  readonly errorNames: Readonly<Record<RefusalKind, string>>
  /**
   * A pile's call: checked, brought to the gateway's events, answered. Throws CallRefused for one that cannot be read, is not
   * known, or is not a pile's to make.
   */
  handle(call: Call, caller: Caller): Outcome | Promise<Outcome>
  /** What it can ask for by itself: the console offers nothing else for a pile that speaks it. */
  readonly asks: readonly Ask[]
  /** What certificates are for, as far as piles are asked about them. */
  readonly certificateUses?: readonly CertificateUse[]
  /** Piles name their transactions by themselves: an intent that it says has their name. */
  readonly namesTransactions?: true
  /**
   * An intent in as many as the pile takes one call for, by the limits that it told of itself (its settings by their keys in small letters).
   * Without it each fits into one.
   */
  parts?(intent: Intent, told: ReadonlyMap<string, string>): Intent[]
  /** What a pile is set to comes in reports of many messages: it is not asked for them while it starts. */
  readonly tellsInReports?: true
  /** How a pile comes to what a session costs, by what it told of itself. Without it, it has no word for costs. */
  costWay?(takes: CostTakes): CostWay
  /** The settings in which a pile tells those limits, in small letters. */
  readonly limits?: readonly string[]
  /** A pile is told of an answer that cannot be read. */
  readonly refusesAnswers?: true
  /** What it asks for where it has no call for an intent of its own: another one that does the same. */
  own?(intent: Intent, command: number | null): Intent
  /** How it asks for this; null where it cannot. `command` is the command's number, null where there is none. */
  say(intent: Intent, command: number | null): OurCall | null
  /** The message that a call of ours has the pile send, if any: one that is not let in yet may send that. */
  invites?(call: OurCall): string | null
  /** A call that a person wrote, as it goes out under its command's number: what it brings is known by that alone. */
  numbered?(call: OurCall, command: number): OurCall
  /** Calls that an engineer may write by hand, each with a payload to begin with; the first changes nothing. */
  readonly examples: Readonly<Record<string, Payload>>
  /** What such a call takes, as a form asks for it; null where the protocol does not say. */
  form(action: string): FormNode | null
  /**
   * What a call that a person wrote asks for; null for what is none of our intents. It has passed `flawOf`. A transaction has the pile's own name
   * where piles name them.
   */
  read(call: OurCall): Intent | null
  /** What is wrong with a call before it is sent, by the standard's word; null when nothing is. */
  flawOf(call: OurCall): CallRefused | null
  /** Of a call that a person wrote by hand. It has passed `flawOf`. */
  factsOf(call: OurCall): CallFacts
  /** Checks an answer and mends what deviates; throws CallRefused for one that cannot be read. */
  admitAnswer(action: string, answer: Payload, flag: Flag): void
  /** What an answer says. */
  replyOf(action: string, answer: Payload): Reply
  /**
   * What a call of ours tells the pile that nobody may see, such as a password: a pile may quote it. `hides`: settings whose values nobody may
   * see either.
   */
  secretsOf(call: OurCall, hides?: SettingKeys): readonly string[]
  /** A payload of a call or an answer as people may see it and as it may be kept: without passwords, and without the values of `hides`. */
  withoutSecrets(payload: Payload, hides?: SettingKeys): Payload
  /** What anybody may see of its messages. */
  readonly publicWords: PublicWords
  /** A frame's text as the log may keep it: without passwords, also where it cannot be read. */
  loggedText(text: string): string
}

/** Whatever is not said here is hidden from the public: a maker's own field may hold anything. */
export interface PublicWords {
  /** Fields that say nothing of a person, open nothing and identify no device. */
  readonly fields: readonly string[]
  /** Calls whose fields of these names may do that all the same: nothing that they say is shown. */
  readonly closed: readonly string[]
}

/** A call of ours in a protocol's words. */
export interface OurCall {
  action: string
  payload: Payload
}

/** What a call that a person wrote is about. */
export interface CallFacts {
  connector_number: number | null
  /** The settings that it changes, the pile's password aside. */
  settings: readonly string[]
  /** The password that it gives the pile. */
  password: string | null
  /** It has the pile show prices, which the console reckons by itself. */
  shows_prices?: true
  /** Free text of a vendor's may be in it, and what it names has to be looked for. */
  free: boolean
  /** Names of what is a secret and no card's number, in small letters. */
  secrets: readonly string[]
  /** Its payload, a setting under its own name. */
  named: Payload
}

/** What an answer says: yes, no, that the pile tried in vain, or a word that nobody knows. */
export type ReplyMeaning = 'yes' | 'no' | 'failed' | 'unclear'

/** What a yes waits for, brings, or does to the work before it; the words are the kept ones. */
export type AcceptedWith = 'Scheduled' | 'RebootRequired' | 'AcceptedCanceled' | 'Reports'

/** Why a pile says no: a word of the standard's or its own, and what it says beside it. */
export interface Reason {
  code: string
  info: string | null
}

export interface Reply {
  meaning: ReplyMeaning
  /** The pile's word as it came; '' where it says none. */
  word: string
  /** Scheduled: until a session's end. AcceptedCanceled: the older work is given up for it. Reports: what was asked for comes in these. */
  proviso: AcceptedWith | null
  /** Of a no whose reason stands elsewhere than in other answers. */
  reason?: Reason
  /** Of an answer that tells its list's version. */
  list_version?: number
  /** Of an answer that tells what the pile's configuration says. */
  settings?: ToldSettings
  /** Of a yes to something of which the pile has nothing: no effect follows. */
  nothing?: true
  /** Of an answer that tells which roots the pile holds. */
  roots?: readonly ToldCertificate[]
  /** Of a no that says what stands in the way of a reservation. */
  obstacle?: Obstacle
  /** Of an answer that tells what the pile's profiles come to. */
  schedule?: ToldSchedule
  /** Of an answer that tells of a transaction. */
  transaction?: ToldTransaction
  /** Of a yes about the messages on its screen: whether it holds none. */
  screen?: { isEmpty: boolean }
  /** Of an answer that tells which tariffs the pile holds. */
  tariffs?: readonly HeldTariff[]
  /** Of a yes about monitors. */
  monitor?: MonitorAnswer
}

/** One call of one pile. */
export interface Caller {
  readonly events: PileEvents
  /** Our clock when the frame arrived, epoch milliseconds. */
  readonly received_at: number
  /** The call's unique id. */
  readonly message_id: string
  readonly flag: Flag
}

export interface Outcome {
  answer: object
  /** Of a transaction that its pile numbers; stored with the readings. */
  event?: TransactionEventRow
  /** Stored with the frame in one commit, before the answer is sent; then the session hears of them. */
  readings?: ReadingRow[]
  /** What it shows of what we asked for; null for one that tells of what was, so that nothing has happened now. */
  sign: Sign | null
}
