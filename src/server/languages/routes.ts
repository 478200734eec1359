import type { FastifyInstance } from 'fastify'
import { language } from '../../shared/endpoints/shell.ts'
import { serve } from '../kit/serve.ts'
import { languageOf } from '../kit/words.ts'
import { wordsInUse } from './words-in-use.ts'

/** The words of a language as the operator says them, for clients that carry none of their own. */
export function languageRoutes(app: FastifyInstance): void {
  serve(app, language, async ({ language: wanted }, context) => {
    const known = wanted ? languageOf(wanted) : context.language
    return { language: known, words: wordsInUse(known) }
  })
}
