import { type Kysely, sql } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { owned, type ProcessState } from '../kit/process-state.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Authority } from './authority.ts'
import { checkRequest, type RequestFlaw, signRequest } from './sign-request.ts'

type Db = Kysely<Database>

export interface KeeperPorts {
  db: Db
  /** Null: no port asks piles for certificates, so none is signed. */
  authority: Authority | null
  /** That a certificate is valid. */
  days: number
  connectedPiles(): number[]
  /** Null: it did not answer. */
  ask(pile_id: number, intent: Intent): Promise<{ isYes: boolean; word: string } | null>
  changed(certificate_id: number): void
  log: { error(facts: object, message: string): void }
}

/** A pile that asks for more in a day is broken, or someone plays with it. */
const MOST_A_DAY = 10
/** One that was given a certificate and did not answer gets it again. */
const SEND_AGAIN_S = 300
/** From here on a newer one is asked for, once a day; of those with a short life in its last quarter. */
const RENEW_DAYS = 28
const AT_ONCE = 50

/**
 * Signs what piles ask for, gives it to them and has them ask anew in time (security whitepaper, A02, A03). All of it is in the database,
 * so that a server that starts anew goes on.
 */
export class CertificateKeeper {
  readonly #ports: KeeperPorts
  readonly #underWay = new Set<number>()
  readonly state: ProcessState = owned('certificates_under_way', () => this.#underWay.size)

  constructor(ports: KeeperPorts) {
    this.#ports = ports
  }

  /** A pile asks for a certificate: kept before it has its answer, and given to it afterwards. Null, or why it gets none. */
  async requested(
    pile: { id: number; station_number: string },
    pem: string,
    number: number | null = null,
  ): Promise<RequestFlaw | 'not_here' | 'too_many' | null> {
    const { db, authority, days, changed } = this.#ports
    if (!authority?.signer) return 'not_here'
    const { station_number } = pile
    const checked = await checkRequest(pem, { station_number, operator: authority.operator })
    if ('flaw' in checked) return checked.flaw
    if ((await asksToday(db, pile.id)) >= MOST_A_DAY) return 'too_many'
    const signed = await signRequest(checked, authority.signer, days)
    const kept = await sql<{ id: number }>`
      with older as (update certificate set state = 'replaced', version = version + 1, updated_at = now()
        where pile_id = ${pile.id} and state = 'issued')
      insert into certificate (pile_id, subject, serial, fingerprint, key_kind, valid_from, valid_to, pem, request)
      values (${pile.id}, ${station_number}, ${signed.serial}, ${signed.fingerprint}, ${signed.key_kind}, ${signed.valid_from},
        ${signed.valid_to}, ${signed.pem}, ${number}) returning id`.execute(db)
    for (const { id } of kept.rows) changed(id)
    return null
  }

  /**
   * One that could not connect by its newer certificate goes back to the older one (OCPP 2.1, A02.FR.28), which is renewed in time then; one whose
   * answer to a certificate was lost has taken it.
   */
  async came(pile_id: number, fingerprint: string): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      update certificate c set state = case when c.id = used.id then 'accepted' else 'replaced' end, said = null,
        version = c.version + 1, updated_at = now()
      from certificate used where used.pile_id = ${pile_id} and used.fingerprint = ${fingerprint}
        and used.state in ('issued', 'refused', 'replaced') and c.pile_id = used.pile_id
        and (c.id = used.id or c.state = 'accepted') returning c.id`.execute(this.#ports.db)
    for (const { id } of rows) this.#ports.changed(id)
  }

  /** The pile has its answer: the certificate may follow. */
  heard(pile_id: number): void {
    void this.#soon(pile_id, () => this.#deliver(pile_id))
  }

  /** What is due: certificates that were not answered for, newer ones to be asked for, and those whose time is over. */
  async sweep(): Promise<void> {
    const { db, connectedPiles, changed, authority } = this.#ports
    const over = await sql<{ id: number }>`
      update certificate set state = 'expired', version = version + 1, updated_at = now()
      where state in ('issued', 'accepted', 'replaced') and valid_to <= now() returning id`.execute(db)
    for (const { id } of over.rows) changed(id)
    if (!authority?.signer) return
    const connected = connectedPiles()
    const due = await sql<{ pile_id: number }>`
      select distinct pile_id from certificate where state = 'issued' and pile_id = any(${connected}::bigint[])
        and (sent_at is null or sent_at < now() - make_interval(secs => ${SEND_AGAIN_S})) limit ${AT_ONCE}`.execute(db)
    await Promise.all(due.rows.map(({ pile_id }) => this.#soon(pile_id, () => this.#deliver(pile_id))))
    const ending = await sql<{ id: number; pile_id: number }>`
      update certificate set renewal_asked_at = now(), version = version + 1, updated_at = now() where id in (
        select id from certificate c where state = 'accepted' and pile_id = any(${connected}::bigint[])
          and valid_to - least(make_interval(days => ${RENEW_DAYS}), (valid_to - valid_from) / 4) <= now()
          and (renewal_asked_at is null or renewal_asked_at < now() - interval '1 day')
          and not exists (select from certificate n where n.pile_id = c.pile_id and n.state = 'issued')
        order by valid_to limit ${AT_ONCE} for update skip locked)
      returning id, pile_id`.execute(db)
    for (const { id } of ending.rows) changed(id)
    await Promise.all(ending.rows.map(({ pile_id }) => this.#soon(pile_id, () => this.#askForRequest(pile_id))))
  }

  async #askForRequest(pile_id: number): Promise<void> {
    await this.#ports.ask(pile_id, { ask: 'trigger', message: 'certificate', connector_number: null })
  }

  async #deliver(pile_id: number): Promise<void> {
    const { db, ask, changed } = this.#ports
    const { rows } = await sql<{ id: number; pem: string; request: number | null }>`
      update certificate set sent_at = now(), updated_at = now() where id = (
        select id from certificate where pile_id = ${pile_id} and state = 'issued' order by id desc limit 1)
      returning id, pem, request`.execute(db)
    const [issued] = rows
    if (!issued) return
    const answer = await ask(pile_id, { ask: 'send_certificate', chain: issued.pem, request: issued.request })
    if (!answer) return
    const settled = answer.isYes ? await taken(db, issued.id) : await refused(db, issued.id, answer.word)
    for (const id of settled) changed(id)
  }

  // One thing at a time for a pile; what fails is looked at again by the next sweep.
  async #soon(pile_id: number, work: () => Promise<void>): Promise<void> {
    if (this.#underWay.has(pile_id)) return
    this.#underWay.add(pile_id)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refusal))
        this.#ports.log.error({ err: error, pile_id }, 'a certificate could not be given')
    } finally {
      this.#underWay.delete(pile_id)
    }
  }
}

async function asksToday(db: Db, pile_id: number): Promise<number> {
  const { rows } = await sql<{ asked: number }>`select count(*)::int as asked from certificate
    where pile_id = ${pile_id} and created_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.asked ?? 0
}

/** It has the newest: those before it are replaced, and count until they end, since it may not have gone over yet. */
async function taken(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update certificate c set state = case when c.id = n.id then 'accepted' else 'replaced' end, said = null,
      version = c.version + 1, updated_at = now()
    from certificate n where n.id = ${id} and n.state = 'issued' and c.pile_id = n.pile_id and c.state in ('issued', 'accepted')
    returning c.id`.execute(db)
  return rows.map((row) => row.id)
}

async function refused(db: Db, id: number, word: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update certificate set state = 'refused', said = ${word.slice(0, 60)}, version = version + 1, updated_at = now()
    where id = ${id} and state = 'issued' returning id`.execute(db)
  return rows.map((row) => row.id)
}
