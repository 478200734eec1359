import type { Kysely } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from './database/tables.ts'
import { owned, type ProcessState } from './process-state.ts'

interface Ports {
  /** Of the piles that are being given something. */
  state: string
  /** `booted_at`: what it took since then it has (epoch ms). */
  give(pile_id: number, booted_at: number): Promise<void>
  failed(err: unknown, pile_id: number): void
}

/**
 * Gives a pile that started anew what it confirmed before: a new one in its place knows nothing of it, and not every pile keeps what it
 * should over a loss of power. Piles that are being told are this process's own: it has their socket.
 */
export class GivenAgain {
  readonly #ports: Ports
  readonly #busy = new Set<number>()
  readonly state: ProcessState

  constructor(ports: Ports) {
    this.#ports = ports
    this.state = owned(ports.state, () => this.#busy.size)
  }

  /** The pile booted, and has its answer. */
  booted(pile_id: number): void {
    if (this.#busy.has(pile_id)) return
    this.#busy.add(pile_id)
    void this.#ports
      .give(pile_id, Date.now())
      .catch((err) => this.#ports.failed(err, pile_id))
      .finally(() => this.#busy.delete(pile_id))
  }
}

/**
 * What people asked of a pile since it started anew, of these actions, but for what it said no to. It is read before each
 * thing that is given again: people's commands wait for one another, and what a person took away or put in its place
 * meanwhile stays as they have it.
 */
export async function askedByPeople<A extends Intent['ask']>(
  db: Kysely<Database>,
  { pile_id, booted_at }: { pile_id: number; booted_at: number },
  actions: readonly A[],
): Promise<Extract<Intent, { ask: A }>[]> {
  const rows = await db
    .selectFrom('command')
    .select('intent')
    .where('pile_id', '=', pile_id)
    .where('created_at', '>=', new Date(booted_at).toISOString())
    .where('asked_by', 'is not', null)
    .where('action', 'in', actions as readonly never[])
    .where('status', 'not in', ['refused', 'failed', 'not_connected', 'not_sent'])
    .execute()
  return rows.flatMap(({ intent }) => (intent ? [JSON.parse(intent) as Extract<Intent, { ask: A }>] : []))
}
