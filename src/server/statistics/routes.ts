import type { FastifyInstance } from 'fastify'
import { type Statistics, statistics } from '../../shared/endpoints/statistics.ts'
import { maySeeMoney } from '../kit/person.ts'
import { reachKey } from '../kit/reach/reach.ts'
import { Remembered } from '../kit/remembered.ts'
import { serve } from '../kit/serve.ts'
import { statisticsOf } from './statistics.ts'

/** Many orders are added up: once for all who ask the same in these seconds. */
const GOOD_FOR_MS = 10_000

export function statisticsRoutes(app: FastifyInstance): void {
  const { db } = app.kit
  const told = new Remembered<Statistics>(GOOD_FOR_MS)
  serve(app, statistics, (asked, { person }) => {
    // Alike for all who reach and may see the same.
    const key = JSON.stringify([asked, reachKey(person.reach), maySeeMoney(person)])
    return told.get(key, () => statisticsOf({ db, person }, asked))
  })
}
