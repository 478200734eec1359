import type { FastifyInstance } from 'fastify'
import { PERSONAL_KINDS, type Statistics, statistics } from '../../shared/endpoints/statistics.ts'
import { maySeeMoney } from '../kit/person.ts'
import { reachKey } from '../kit/reach/reach.ts'
import { Refusal } from '../kit/refusal.ts'
import { Remembered } from '../kit/remembered.ts'
import { serve } from '../kit/serve.ts'
import { statisticsOf } from './statistics.ts'

/** Many orders are added up: once for all who ask the same in these seconds. */
const GOOD_FOR_MS = 10_000

export function statisticsRoutes(app: FastifyInstance): void {
  const told = new Remembered<Statistics>(GOOD_FOR_MS)
  serve(app, statistics, (asked, { db, person }) => {
    const isPersonal = PERSONAL_KINDS.has(asked.by)
    if (isPersonal && !maySeeMoney(person)) throw new Refusal(403, 'no_permission')
    // Alike for all who reach and may see the same. Which customers are shown depends on who made them, too.
    const key = JSON.stringify([asked, reachKey(person.reach), maySeeMoney(person), isPersonal && person.id])
    return told.get(key, () => statisticsOf({ db, person }, asked))
  })
}
