import type { FastifyInstance } from 'fastify'
import { scanCode } from '../../shared/endpoints/scan.ts'
import { search, spell } from '../../shared/endpoints/shell.ts'
import { serve } from '../kit/serve.ts'
import { find } from './find.ts'
import { readingsOf, spelledIn } from './marks.ts'
import { scanned } from './scanned.ts'

/** Finds records by what people type and by codes, only of what the person may list; and spells words, for what the console finds by itself. */
export function searchRoutes(app: FastifyInstance): void {
  serve(app, search, (asked, context) => find(context, asked))
  serve(app, scanCode, ({ code }, context) => scanned(context, code))
  serve(app, spell, async ({ words }, { db }) => {
    const readings = await readingsOf(db, words)
    const spelled = await spelledIn(db, words)
    return { spelled, readings: Object.fromEntries(readings) as Record<string, string[]> }
  })
}
