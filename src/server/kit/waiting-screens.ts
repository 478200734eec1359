import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { type BrowserWords, browserWords } from './browser-words.ts'
import type { Database } from './database/tables.ts'
import { placeOf } from './place-of.ts'
import { Refusal } from './refusal.ts'
import { sha256 } from './sha256.ts'

const GOOD_FOR_SECONDS = 120
/** A screen that asks every second or two has this long to fetch what was confirmed at the last moment. */
const TO_COLLECT_SECONDS = 30

type Db = Kysely<Database>
type State = Selectable<Database['wall_code']>['state']
interface From {
  address: string
  agent: string
}

export const screenGone = () => new Refusal(409, 'refusals:screen_gone')

const secret = () => randomBytes(24).toString('base64url')
const inSeconds = (seconds: number) => sql`now() + ${seconds} * interval '1 second'`

/**
 * Screens that show a code and wait until a person who scanned it decides. The table keeps hashes of the code and of the secret by which
 * the page fetches the answer. Who scanned it has `toDecideSeconds` from then; without, as long as the code is good.
 */
export function waitingScreens(name: 'screen_sign_in' | 'wall_code', toDecideSeconds?: number) {
  const table = sql.table(name)
  const longer = toDecideSeconds === undefined ? sql`expires_at` : inSeconds(toDecideSeconds)

  return {
    async open(db: Db, { address, agent }: From) {
      const [code, own] = [secret(), secret()]
      await sql`insert into ${table} (code_hash, secret_hash, address, agent, expires_at)
        values (${sha256(code)}, ${sha256(own)}, ${address}, ${agent}, ${inSeconds(GOOD_FOR_SECONDS)})`.execute(db)
      return { code, secret: own, expires_in: GOOD_FOR_SECONDS }
    },

    async stateOf(db: Db, own: string): Promise<State | 'expired'> {
      const { rows } = await sql<{ state: State }>`
        select state from ${table} where secret_hash = ${sha256(own)} and expires_at > now()`.execute(db)
      return rows[0]?.state ?? 'expired'
    },

    /** The first person to scan it is the only one who may decide; they may look again. `near` is the address they come from. */
    async scan(db: Db, { code, user_id, near }: { code: string; user_id: number; near: string }) {
      const { rows } = await sql<From & { expires_in: number }>`
        update ${table} set state = 'scanned', user_id = ${user_id},
          expires_at = case when state = 'pending' then ${longer} else expires_at end
        where code_hash = ${sha256(code)} and expires_at > now()
          and (state = 'pending' or (state = 'scanned' and user_id = ${user_id}))
        returning address, agent, ceil(extract(epoch from expires_at - now()))::int as expires_in`.execute(db)
      const [screen] = rows
      if (!screen) throw screenGone()
      const { agent, ...rest } = screen
      return { ...browserWords(agent), ...rest, place: placeOf(screen.address, near) }
    },

    /** Confirms or refuses what this person scanned; `also` is kept with it, by columns of the table. */
    async decide(
      db: Db,
      {
        code,
        user_id,
        confirm,
        also = {},
      }: { code: string; user_id: number; confirm: boolean; also?: Readonly<Record<string, unknown>> },
    ): Promise<BrowserWords & { address: string }> {
      const kept = Object.entries(also).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`)
      const { rows } = await sql<From>`
        update ${table} set state = ${confirm ? 'confirmed' : 'refused'},
          expires_at = greatest(expires_at, ${inSeconds(TO_COLLECT_SECONDS)}) ${sql.join(kept, sql``)}
        where code_hash = ${sha256(code)} and state = 'scanned' and user_id = ${user_id} and expires_at > now()
        returning address, agent`.execute(db)
      const [screen] = rows
      if (!screen) throw screenGone()
      return { address: screen.address, ...browserWords(screen.agent) }
    },

    forgetOld: (db: Db): Promise<unknown> => sql`delete from ${table} where expires_at < now()`.execute(db),
  }
}
