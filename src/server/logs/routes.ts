import type { FastifyInstance } from 'fastify'
import { acknowledgeChain, chainState, checkChainNow } from '../../shared/endpoints/audit-chain.ts'
import { reportError } from '../../shared/endpoints/error-report.ts'
import { changesByDay, errorsByDay, refusedByDay, signInsByDay } from '../../shared/endpoints/logs.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { byDay, CHANGES, ERRORS, REFUSED, SIGN_INS } from './by-day.ts'
import { acknowledge } from './chain/acknowledge.ts'
import { checkAndKeep, lastCheck } from './chain/check.ts'
import type { ErrorBook } from './error-book.ts'

/** Faults that one person's console may tell of in a minute. */
const REPORTS_A_MINUTE = 30

export function logRoutes(app: FastifyInstance, errors: ErrorBook): void {
  serve(app, changesByDay, ({ zone }, context) => byDay(CHANGES, zone, context))
  serve(app, signInsByDay, ({ zone }, context) => byDay(SIGN_INS, zone, context))
  serve(app, refusedByDay, ({ zone }, context) => byDay(REFUSED, zone, context))
  serve(app, errorsByDay, ({ zone }, context) => byDay(ERRORS, zone, context))
  serve(app, chainState, (_, { db }) => lastCheck(db))
  serve(app, checkChainNow, ({ noted }, { db }) => checkAndKeep(db, noted ? [noted] : []))
  serve(app, acknowledgeChain, acknowledge)
  const told = new Map<number, number>()
  let minute = 0
  serve(app, reportError, async ({ page, ...fault }, { person, agent }) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) told.clear()
    minute = now
    const reports = (told.get(person.id) ?? 0) + 1
    told.set(person.id, reports)
    if (reports > REPORTS_A_MINUTE) throw new Refusal(429, 'too_many_requests', { figures: { seconds: 60 } })
    errors.note({ ...fault, source: 'console', place: page, user_name: person.user_name, agent })
    return null
  })
}
