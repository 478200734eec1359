import type { FastifyInstance } from 'fastify'
import {
  askSchedule,
  changeLimit,
  checkProfiles,
  profileFit,
  profileSite,
  profilesInPile,
  pushLog,
  pushProfile,
} from '../../shared/endpoints/charging-profiles.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { changeNow } from './change-limit.ts'
import { checkPile } from './check.ts'
import { checkOf, profilesOf } from './in-pile.ts'
import type { AskPile } from './ports.ts'
import { fitOf, type Pushing, push } from './push.ts'
import { pushLogOf } from './push-log.ts'
import { levelsOfSite } from './takes.ts'

interface Parts extends Pushing {
  ask: AskPile
}

/** What charging profiles have beside the plain calls: pushing, what is in a pile, and what a pile says it comes to. */
export function chargingProfileRoutes(app: FastifyInstance, { ask, ...pushing }: Parts): void {
  serve(app, profileSite, async ({ site_id }, { db }) => {
    const site = await db.selectFrom('site').select('time_zone').where('id', '=', site_id).executeTakeFirst()
    if (!site) throw notFound()
    return { ...site, stack_levels: await levelsOfSite(db, site_id) }
  })

  serve(app, profilesInPile, ({ pile_id }, context) => profilesOf(pile_id, context))

  serve(app, askSchedule, async ({ pile_id, ...asked }) => {
    const answer = await ask(pile_id, { ask: 'read_schedule', ...asked })
    return { word: answer?.word ?? null, schedule: answer?.schedule ?? null }
  })

  serve(app, checkProfiles, async ({ pile_id }, { db }) => {
    const isAnswered = await checkPile(db, ask, pile_id)
    return isAnswered ? checkOf(pile_id, { db }) : null
  })

  serve(app, profileFit, (asked, context) => fitOf(asked, context, pushing.hasWords))
  serve(app, pushProfile, (asked, context) => push(asked, context, pushing))
  serve(app, changeLimit, (asked, context) => changeNow(asked, context, pushing.campaigns))
  serve(app, pushLog, pushLogOf)
}
