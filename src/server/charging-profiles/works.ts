import type { Kysely } from 'kysely'
import { whySaid } from '../../shared/domain/campaign-why.ts'
import { numberAt } from '../../shared/domain/charging-profiles/number.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { atPresent, limitWork } from './change-limit.ts'
import { forgetInstalled, keepInstalled } from './installed.ts'
import { heldNumber, numberFor } from './numbers.ts'
import type { HasWords, Pushed } from './ports.ts'
import { profileFor, sentTo } from './sessions.ts'
import { pilesThatCannot } from './takes.ts'

interface Target {
  pile_id: number
  connector_number: number | null
}

/** To set the same profile, or to clear it, twice comes to the same. */
const alike = { holds: 'answer', repeatable: true } as const

/** How campaigns bring a profile to piles, and what is known of a pile that took it. */
const setProfile = (hasWords: HasWords) => ({
  ...alike,
  action: 'set_profile' as const,
  async intentOf({ pile_id, connector_number }: Target, payload: object, db: Kysely<Database>) {
    const profile = await profileFor(db, { pile_id, connector_number }, await atPresent(db, payload as Pushed))
    if (!profile) return { impossible: 'session_over' }
    const gun = connector_number ?? 0
    const wanted = { connector_number: gun, profile: (payload as Pushed).profile }
    const why = (await pilesThatCannot(db, [pile_id], wanted, hasWords)).get(pile_id)
    if (why) return { impossible: whySaid(why) }
    const numbered = { ...profile, id: await numberFor(db, pile_id, profile.id) }
    return { ask: 'set_profile', connector_number: gun, profile: numbered } satisfies Intent
  },
  done: async (place: Target, payload: object, db: Kysely<Database>) => {
    const { version } = payload as Pushed
    const profile = sentTo(place, await atPresent(db, payload as Pushed))
    const id = await numberFor(db, place.pile_id, profile.id)
    return keepInstalled(db, {
      profile: { ...profile, id },
      version,
      pile_id: place.pile_id,
      connector_number: place.connector_number ?? 0,
    })
  },
})

/** By which number the target's pile is to let go of it: of sessions by that which it has at the gun. */
function cleared(target: Target, { profile }: Pushed, db: Kysely<Database>): Promise<number> {
  const isOfSessions = profile.charging_profile_purpose === 'session'
  return heldNumber(db, target, isOfSessions ? numberAt(profile.id, target.connector_number ?? 0) : profile.id)
}

/** How they have piles let go of one: by its number, wherever it is. */
const clearProfile = {
  ...alike,
  action: 'clear_profile' as const,
  intentOf: async (target: Target, payload: object, db: Kysely<Database>): Promise<Intent> => ({
    ...{ ask: 'clear_profile', id: await cleared(target, payload as Pushed, db) },
    ...{ connector_number: null, purpose: null, stack_level: null },
  }),
  done: async (target: Target, payload: object, db: Kysely<Database>) => {
    await forgetInstalled(db, target.pile_id, await cleared(target, payload as Pushed, db))
  },
}

export const profileWorks = (hasWords: HasWords) => [setProfile(hasWords), clearProfile, limitWork]
