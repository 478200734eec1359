import { type Kysely, sql } from 'kysely'
import { WALL_KEY } from '../../shared/endpoints/wall.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { Remembered } from '../kit/remembered.ts'
import { hashOfWallKey } from './wall-keys.ts'
import { wallGrantsOf } from './wall-rights.ts'

/** A display that was switched off, or one with another role, is seen at most this much later, on every node. */
const FRESH_MS = 1_000

/** Everybody's list tells a display of itself: what it is to show is another. */
const OWN = 'wall_display.list'

type Db = Kysely<Database>

/** Finds the screen that a key speaks for. A key does not run out; each call looks whether it still stands. */
export class WallPeople {
  readonly #db: Db
  readonly #kept = new Remembered<Person | null>(FRESH_MS)

  constructor(db: Db) {
    this.#db = db
  }

  /** Null when it is no key of a display that shows. */
  readonly identify = async (token: string): Promise<Person | null> => {
    if (!WALL_KEY.test(token)) return null
    const hash = hashOfWallKey(token)
    return this.#kept.get(hash, async () => {
      const [found] = await wallPeople(this.#db, sql`w.key_hash = ${hash}`)
      if (found?.wall !== undefined) await this.#noteSeen(found.wall)
      return found ?? null
    })
  }

  /** Something of a display changed here: it counts from the next call on. */
  forget(): void {
    this.#kept.forget()
  }

  /** To the minute: a screen calls all the time. */
  async #noteSeen(id: number): Promise<void> {
    await sql`update wall_display set last_seen_at = now()
      where id = ${id} and coalesce(last_seen_at < now() - interval '1 minute', true)`.execute(this.#db)
  }
}

/** The screens of these displays, as far as they show now, by the sign-in's name. */
export async function wallsNow(db: Db, ids: readonly number[]): Promise<Person[]> {
  return ids.length ? wallPeople(db, sql`w.key_hash is not null and w.id = any(${[...ids]}::bigint[])`) : []
}

async function wallPeople(db: Db, which: ReturnType<typeof sql<boolean>>): Promise<Person[]> {
  const { rows } = await sql<{ id: number; name: string; role_id: number; key_hash: string }>`
    select w.id, w.name, w.role_id, w.key_hash from wall_display w
    where w.status = 'normal' and w.role_id is not null and ${which}`.execute(db)
  const grants = await wallGrantsOf(
    db,
    rows.map(({ role_id }) => role_id),
  )
  return rows.flatMap(({ id, name, role_id, key_hash }): Person[] => {
    const grant = grants.get(role_id)
    if (!grant) return []
    const { reach } = grant
    const permissions = [...grant.permissions, OWN]
    return [
      {
        ...{ id: 0, user_name: name, name, dashboard: '', roles: [], session: `wall ${id} ${key_hash}`, wall: id },
        ...{ permissions, reach, grants: [{ permissions, reach }] },
      },
    ]
  })
}
