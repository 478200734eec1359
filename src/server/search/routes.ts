import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { search, spell } from '../../shared/endpoints/shell.ts'
import { serve } from '../kit/serve.ts'
import { find } from './find.ts'
import { readingsOf } from './marks.ts'

/** Finds records by what people type, only of what the person may list; and spells words, for what the console finds by itself. */
export function searchRoutes(app: FastifyInstance): void {
  serve(app, search, (asked, context) => find(context, asked))
  serve(app, spell, async ({ words }, { db }) => {
    const readings = await readingsOf(db, words)
    const { rows } = await sql<{ said: string }>`
      select coalesce(spelled(word), '') as said from unnest(${words}::text[]) with ordinality w (word, place) order by place`.execute(
      db,
    )
    return { spelled: rows.map(({ said }) => said), readings: Object.fromEntries(readings) as Record<string, string[]> }
  })
}
