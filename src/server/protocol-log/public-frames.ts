import { type Kysely, sql } from 'kysely'
import type { PublicFrame } from '../../shared/endpoints/protocol-log.ts'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import { readFrame } from './read-frame.ts'

const DAYS = 7
const MOST = 20
/** A visitor's question must not keep the log's disk from the piles; a longer one is refused as busy. */
const PATIENCE_MS = 2_000

interface Row {
  connection: number
  unique_id: string
  command: string | null
  at: string
  outgoing: boolean
  content: string
}

/** The messages of one request, oldest first. Both numbers have to be known exactly. */
export async function findPublicFrames(
  db: Kysely<Database>,
  { connection, unique_id }: { connection: number; unique_id: string },
  masked: (text: string) => string | null,
): Promise<PublicFrame[]> {
  const since = new Date(Date.now() - DAYS * 86_400_000).toISOString()
  const rows = await inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(PATIENCE_MS)}`.execute(trx)
    const found = await sql<Row>`
      select f.connection, f.unique_id, f.command, part.at, part.outgoing, part.content
      from frame f, lateral (values (f.at, f.outgoing, f.content), (f.answered_at, not f.outgoing, f.answer)) part (at, outgoing, content)
      where f.unique_id = ${unique_id} and f.connection = ${connection} and f.at >= ${since} and part.content is not null
      order by part.at limit ${MOST}`.execute(trx)
    return found.rows
  })
  return rows.flatMap((row) => frameOf(row, masked))
}

/** What cannot be read cannot be masked: it is left out. */
function frameOf(
  { connection, unique_id, command, at, outgoing, content }: Row,
  masked: (text: string) => string | null,
): PublicFrame[] {
  const full_content = masked(content)
  if (full_content === null) return []
  return [
    {
      connection_number: String(connection),
      direction: outgoing ? 'out' : 'in',
      full_content,
      created_at: at,
      ...readFrame(full_content, { unique_id, command }),
    },
  ]
}
