import type { FastifyInstance } from 'fastify'
import { language } from '../../shared/endpoints/shell.ts'
import { serve } from '../kit/serve.ts'
import { languageOf, wordsOf } from '../kit/words.ts'

/** The words of a language, for clients that carry none of their own. */
export function languageRoutes(app: FastifyInstance): void {
  serve(app, language, async ({ language: wanted }, context) => {
    const known = wanted ? languageOf(wanted) : context.language
    return { language: known, words: wordsOf(known) }
  })
}
