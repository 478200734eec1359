import type { Kysely } from 'kysely'
import { whySaid } from '../../shared/domain/campaign-why.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { forgetInstalled, keepInstalled } from './installed.ts'
import type { Pushed } from './ports.ts'
import { pilesThatCannot } from './takes.ts'

interface Target {
  pile_id: number
  connector_number: number | null
}

/** To set the same profile, or to clear it, twice comes to the same. */
const alike = { holds: 'answer', repeatable: true } as const

/** How campaigns bring a profile to piles, and what is known of a pile that took it. */
const setProfile = {
  ...alike,
  action: 'set_profile' as const,
  async intentOf({ pile_id, connector_number }: Target, payload: object, db: Kysely<Database>) {
    const place = { connector_number: connector_number ?? 0, profile: (payload as Pushed).profile }
    const why = (await pilesThatCannot(db, [pile_id], place)).get(pile_id)
    return why ? { impossible: whySaid(why) } : ({ ask: 'set_profile', ...place } satisfies Intent)
  },
  done: ({ pile_id, connector_number }: Target, payload: object, db: Kysely<Database>) =>
    keepInstalled(db, { ...(payload as Pushed), pile_id, connector_number: connector_number ?? 0 }),
}

/** How they have piles let go of one: by its number, wherever it is. */
const clearProfile = {
  ...alike,
  action: 'clear_profile' as const,
  intentOf: async (_: Target, payload: object): Promise<Intent> => ({
    ...{ ask: 'clear_profile', id: (payload as Pushed).profile.id },
    ...{ connector_number: null, purpose: null, stack_level: null },
  }),
  done: async ({ pile_id }: Target, payload: object, db: Kysely<Database>) => {
    await forgetInstalled(db, pile_id, (payload as Pushed).profile.id)
  },
}

export const profileWorks = [setProfile, clearProfile]
