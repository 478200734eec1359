import { type Kysely, sql } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Target, Wait } from './ports.ts'

type Db = Kysely<Database>

/** Why a pile has no certificate in the end: words of `campaigns:why`. */
type Never = 'request_refused' | 'certificate_refused' | 'certificate_late' | 'no_certificate'

const ASK: Intent = { ask: 'trigger', message: 'certificate', connector_number: null }
const AGAIN_S = 3
/** So long a pile that is there may take to install what was signed for it; it is given it again meanwhile (`certificate-keeper.ts`). */
const PATIENCE = '15 minutes'

interface Known {
  /** The pile asked for one, as it was told to. */
  asked: boolean
  /** Of the latest certificate since then. */
  state: string | null
  late: boolean
}

/** What became of it since the target was told to ask for one; undefined where it was not told yet. */
async function known(db: Db, { id, pile_id }: Target): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select c.status = 'done' as asked, n.state,
      c.created_at < now() - ${PATIENCE}::interval and p.connected_at < now() - ${PATIENCE}::interval as late
    from campaign_target t join command c on c.id = t.command_id and c.action = 'trigger' join pile p on p.id = t.pile_id
    left join lateral (select state from certificate n where n.pile_id = ${pile_id} and n.created_at >= c.created_at
      order by n.id desc limit 1) n on true
    where t.id = ${id}`.execute(db)
  return rows[0]
}

/** A pile without a certificate is told to ask for one (ExtendedTriggerMessage, A02), and waited for until it has installed it. */
export async function forCertificate(db: Db, target: Target): Promise<Intent | { impossible: Never } | Wait> {
  const found = await known(db, target)
  if (!found) return ASK
  const { asked, state, late } = found
  switch (state) {
    case null:
      // Its request was answered before that was known: it cannot be signed.
      return asked ? { impossible: 'request_refused' } : ASK
    case 'issued':
      return late ? { impossible: 'certificate_late' } : { wait: 'certificate', seconds: AGAIN_S }
    case 'accepted':
      // Since it was looked for: it is there the next time.
      return { wait: 'certificate', seconds: 1 }
    case 'refused':
      return { impossible: 'certificate_refused' }
    default:
      return { impossible: 'no_certificate' }
  }
}

/** Whether it did, whatever it said to being told. */
export const hasAskedForCertificate = async (db: Db, target: Target): Promise<boolean> =>
  ((await known(db, target))?.state ?? null) !== null
