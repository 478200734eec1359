import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Remembered } from '../kit/remembered.ts'

const FRESH_MS = 1_000
/** What a policy can name: an address with other signs in it would end the policy early. */
const NAMEABLE = /^https?:\/\/[\w.:[\]-]+$/

export interface FrameOrigins {
  /** As they were read last, between spaces; `'none'` when no page is framed. */
  current(): string
  /** Reads them, if that was not done within the last second. */
  refresh(): Promise<void>
}

/** Whose pages the console may show in a frame: those that entries of the menu name. */
export function frameOrigins(db: Kysely<Database>): FrameOrigins {
  let known = "'none'"
  const reading = new Remembered<void>(FRESH_MS)
  const read = async () => {
    const entries = await db.selectFrom('menu').select('url').where('type', '=', 'iframe').execute()
    known = [...new Set(entries.flatMap(({ url }) => originOf(url)))].sort().join(' ') || "'none'"
  }
  return {
    current: () => known,
    // The page opens without its frames while the database is away.
    refresh: () => reading.get('origins', () => read().catch(() => {})),
  }
}

function originOf(url: string | null): string[] {
  if (!url || !URL.canParse(url)) return []
  const { origin } = new URL(url)
  return NAMEABLE.test(origin) ? [origin] : []
}
