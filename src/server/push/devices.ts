import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { keyFor, seal, unseal } from '../kit/sealed.ts'
import { sha256 } from '../kit/sha256.ts'
import type { DeviceKeys } from './encrypt.ts'

type Db = Kysely<Database>
export type KeptDevice = Selectable<Database['push_device']>

/** Where a browser is reached, and the keys that it gave. */
export interface Subscription extends DeviceKeys {
  endpoint: string
}

/** A device is told for so long after the console was last open there; its sign-in lasts a day at most. */
const TOLD_FOR = '30 days'
/** More than anyone carries; the one that was open longest ago makes room. */
const MOST_DEVICES = 20

/**
 * A device is told while its sign-in stands. One that is remembered is its person's own: it is told for some weeks after the hours of
 * that sign-in, since who is to be woken by an alarm does not sign in every morning. `d` is its table.
 */
export const isTold = sql<boolean>`(d.enabled and case when d.remembered then d.seen_at > now() - ${sql.lit(TOLD_FOR)}::interval
  else exists (select from session s where s.family = d.family and s.ended_at is null and s.expires_at > now()) end)`

/** Devices of people: who gave an address last has it. */
export class PushDevices {
  readonly #key: Buffer

  /** @param secret of the data folder: what lies in the database is of use with it alone */
  constructor(secret: Uint8Array) {
    this.#key = keyFor('push devices', secret)
  }

  async keep(
    db: Db,
    { endpoint, p256dh, auth }: Subscription,
    of: { user_id: number; family: string; agent: string; host: string },
  ) {
    const endpoint_hash = sha256(endpoint)
    const sealed = seal(this.#key, endpoint_hash, JSON.stringify({ endpoint, p256dh, auth }))
    const { rows } = await sql<{ id: number }>`
      insert into push_device (user_id, family, remembered, endpoint_hash, sealed, host, agent)
      select ${of.user_id}, s.family, s.remember, ${endpoint_hash}, ${sealed}, ${of.host}, ${of.agent}
        from session s where s.family = ${of.family}::uuid and s.user_id = ${of.user_id} and s.ended_at is null
        order by s.id desc limit 1 for share
      on conflict (endpoint_hash) do update set family = excluded.family, remembered = excluded.remembered,
        sealed = excluded.sealed, host = excluded.host, agent = excluded.agent, seen_at = now(), problem = null,
        -- Another person's now: nothing of the one before goes on.
        user_id = excluded.user_id,
        enabled = push_device.enabled or push_device.user_id <> excluded.user_id,
        told_at = case when push_device.user_id = excluded.user_id then push_device.told_at end,
        created_at = case when push_device.user_id = excluded.user_id then push_device.created_at else now() end
      returning id`.execute(db)
    const id = rows[0]?.id ?? null
    if (id !== null) await this.#makeRoom(db, of.user_id)
    return id
  }

  async isOf(db: Db, { endpoint }: Subscription, user_id: number): Promise<boolean> {
    const found = await db
      .selectFrom('push_device')
      .select('id')
      .where('endpoint_hash', '=', sha256(endpoint))
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    return found !== undefined
  }

  async #makeRoom(db: Db, user_id: number) {
    await sql`delete from push_device where id in
      (select id from push_device where user_id = ${user_id} order by seen_at desc, id desc offset ${MOST_DEVICES})`.execute(
      db,
    )
  }

  /** Null when it was sealed under the secret of another data folder. */
  subscriptionOf({ endpoint_hash, sealed }: Pick<KeptDevice, 'endpoint_hash' | 'sealed'>): Subscription | null {
    const text = unseal(this.#key, endpoint_hash, sealed)
    return text === null ? null : (JSON.parse(text) as Subscription)
  }
}

/** Of what is told no more, nothing is kept. */
export async function forgetOldDevices(db: Db): Promise<void> {
  await sql`delete from push_device where seen_at < now() - ${sql.lit(TOLD_FOR)}::interval`.execute(db)
}
