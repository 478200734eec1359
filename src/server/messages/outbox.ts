import { type Kysely, type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../kit/database/tables.ts'
import { type Attachment, NeedlessNow, type Sender, Undeliverable } from './senders/sender.ts'
import type { EverySender } from './senders/senders.ts'
import { hidden, inClear, SECRET, textOf, type Words } from './text.ts'

/** Seconds until the next try; after the last the message is given up. All of them are 8 hours. */
const DELAYS_S = [10, 30, 120, 600, 1_800, 7_200, 18_000]
/** A message that its process did not finish is taken up again after this time: longer than any service takes. */
const CLAIM_S = 60
const AT_ONCE = 20

interface Ports {
  db: Kysely<Database>
  /** By channel; an outbox sends those of its channels alone, so that a service which hangs holds up none of another's. */
  senders: EverySender
  log: Logger
  changed(entity: string, id: number): void
}

type Claimed = Selectable<Database['message']> & {
  /** Nobody needs it any more, by the database's clock: that of a node may be wrong. */
  over: boolean
}
type Outcome = Partial<Pick<Claimed, 'state' | 'failure' | 'problem' | 'service' | 'reference' | 'sent_at'>> & {
  /** Seconds; null: never. */
  again_in?: number | null
}

/**
 * Sends what is due. Each message is one process's for a minute; one that is killed in the middle leaves it to
 * another then, so that a message may arrive twice and never gets lost.
 */
export class Outbox {
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Resolves when nothing is due any more. */
  async sendDue(): Promise<void> {
    for (;;) {
      const claimed = await this.#claim()
      await Promise.all(claimed.map((message) => this.#take(message)))
      if (claimed.length < AT_ONCE) return
    }
  }

  /** Codes are kept in the outbox only as long as nothing can send them, and as someone could use them. */
  async forgetCodes(): Promise<void> {
    const { db, senders } = this.#ports
    const channels = Object.entries(senders).flatMap(([channel, sender]) => (sender ? [channel] : []))
    const over = await db
      .selectFrom('message')
      .selectAll()
      .where(sql<boolean>`words ? ${SECRET}`)
      .where(({ eb, and, or }) => {
        const sendable = eb('channel', 'in', [...(channels as Claimed['channel'][]), sql<Claimed['channel']>`''`])
        return or([and([eb('state', '=', 'kept'), sendable]), eb('expires_at', '<=', sql<string>`now()`)])
      })
      .execute()
    for (const message of over) await this.#put(message, {}, ended(message))
  }

  async #claim(): Promise<Claimed[]> {
    const { rows } = await sql<Claimed>`
      update message set tries = tries + 1, next_try_at = now() + ${CLAIM_S} * interval '1 second'
      where id in (select id from message where state = 'queued' and next_try_at <= now()
          and channel = any(${Object.keys(this.#ports.senders)}::text[])
        order by next_try_at limit ${AT_ONCE} for update skip locked)
      returning *, coalesce(expires_at <= now(), false) as over`.execute(this.#ports.db)
    return rows
  }

  async #take(message: Claimed): Promise<void> {
    const sender = this.#ports.senders[message.channel]
    if (!sender) return this.#put(message, { state: 'kept', again_in: null }, {})
    if (message.over)
      return this.#put(message, { state: 'failed', failure: 'too_late', again_in: null }, ended(message))
    const outcome = await this.#send(message, sender)
    const rest = outcome.state === 'queued' ? {} : ended(message)
    return this.#put(message, { ...outcome, service: sender.service }, rest)
  }

  async #send(message: Claimed, sender: Sender): Promise<Outcome> {
    const { id, recipient: to, template, language } = message
    try {
      const words = (message.words ?? {}) as Words
      const attachment = await this.#attachmentOf(message)
      const reference = await sender.send({ id, to, template, language, words, attachment, ...inClear(message) })
      return { ...DONE, sent_at: new Date().toISOString(), reference: reference?.slice(0, 200) ?? null }
    } catch (error) {
      if (error instanceof NeedlessNow) return { state: 'failed', failure: 'too_late', problem: null, again_in: null }
      const problem = problemOf(error as Error).slice(0, 200)
      this.#ports.log.warn(
        { message: id, channel: message.channel, service: sender.service, problem },
        'a message was not sent',
      )
      if (error instanceof Undeliverable) return { state: 'failed', failure: 'refused', problem, again_in: null }
      const delay = DELAYS_S[message.tries - 1]
      if (delay === undefined) return { state: 'failed', failure: 'unreachable', problem, again_in: null }
      return { state: 'queued', problem, again_in: delay }
    }
  }

  #attachmentOf({ id, channel }: Claimed): Promise<Attachment | undefined> {
    if (channel !== 'mail') return Promise.resolve(undefined)
    const kept = this.#ports.db.selectFrom('message_attachment').select(['name', 'type', 'content'])
    return kept.where('message_id', '=', id).executeTakeFirst()
  }

  /** Who was so slow that another has taken the message up says no more of it than that it went out after all. */
  async #put(
    message: Pick<Claimed, 'id' | 'state' | 'tries'>,
    { again_in, ...outcome }: Outcome,
    rest: Partial<Pick<Claimed, 'subject' | 'body'>> & { words?: null },
  ) {
    const { db, changed } = this.#ports
    const again = sql<string | null>`now() + make_interval(secs => ${again_in ?? null}::float8)`
    await db
      .updateTable('message')
      .set({
        ...outcome,
        ...rest,
        ...(again_in !== undefined && { next_try_at: again }),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('id', '=', message.id)
      .where('state', '=', message.state)
      .$if(outcome.state !== 'sent', (late) => late.where('tries', '=', message.tries))
      .execute()
    changed('message', message.id)
  }
}

const DONE = { state: 'sent', failure: null, problem: null, again_in: null } as const

/** Nobody needs its code any more. */
function ended({ template, language, words }: Pick<Claimed, 'template' | 'language' | 'words'>) {
  if (!words || !(SECRET in words)) return {}
  return { ...textOf({ template, language, words: hidden(words as Words) }), words: null }
}

/** fetch says why only in the cause. */
const problemOf = ({ message, cause }: Error): string => {
  const { code, message: why } = (cause ?? {}) as { code?: string; message?: string }
  return [message, code ?? why].filter(Boolean).join(': ')
}
