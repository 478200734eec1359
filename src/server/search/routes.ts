import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { search, spell } from '../../shared/endpoints/shell.ts'
import { serve } from '../kit/serve.ts'
import { find } from './find.ts'

/** Finds records by what people type, only of what the person may list; and spells words, for what the console finds by itself. */
export function searchRoutes(app: FastifyInstance): void {
  serve(app, search, (asked, context) => find(context, asked))
  serve(app, spell, async ({ words }, { db }) => {
    const { rows } = await sql<{ said: string }>`
      select coalesce(spelled(word), '') as said from unnest(${words}::text[]) with ordinality w (word, place) order by place`.execute(
      db,
    )
    return rows.map(({ said }) => said)
  })
}
