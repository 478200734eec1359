import type { Kysely } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Obstacle } from '../../shared/domain/reservation.ts'
import type { Database } from '../kit/database/tables.ts'

interface Asked {
  pile_id: number
  connector_number: number | null
  intent: Intent
  asked_by: string | null
}

/** What reservations need of the piles' side. */
export interface ReservationPiles {
  connected(pile_id: number): boolean
  write(asked: Asked, db: Kysely<Database>): Promise<{ id: number; send: () => Promise<unknown> }>
  /** Resolves when a command's call has ended, or the time is over. */
  answered(command_id: number, within_ms: number): Promise<unknown>
  /** What an answer that says no names as its reason. */
  obstacleIn(pile_id: number, call: string, answer: object): Obstacle | null
}
