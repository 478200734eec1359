import { flawsOf } from '../../shared/domain/charging-profiles/flaws.ts'
import type { chargingProfile } from '../../shared/entities/charging-profile.ts'
import type { Draft, Row } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { Refusal } from '../kit/refusal.ts'
import { type Pushing, push } from './push.ts'

/** What a caller may leave out. */
const UNSAID = {
  recurrency_kind: null,
  valid_from: null,
  valid_to: null,
  start_schedule: null,
  duration: null,
  min_charging_rate: null,
  dyn_update_interval: null,
  max_offline_duration: null,
  invalid_after_offline_duration: null,
}

type Profile = Row<typeof chargingProfile>

/** What no single field of a profile shows: what the standard forbids, and what another profile of the site has taken. */
export const chargingProfileExtension = (pushing: Pushing): Extension<typeof chargingProfile> => ({
  async check(draft, context, before) {
    const others = await othersOf(draft, context, before)
    const flaws = flawsOf({ ...UNSAID, ...(draft as Profile) }, { others })
    if (flaws.length === 0) return
    const fields = Object.fromEntries(
      flaws.map(({ field, key, figures }) => [field, figures ? { key, figures } : { key }]),
    )
    throw new Refusal(422, 'invalid_input', { fields })
  },
  // What piles hold, or held, they are asked to let go of; until then it is known by its name.
  history: async (ids, { db }) => {
    const pushed = await db
      .selectFrom('profile_push')
      .select('charging_profile_id as id')
      .distinct()
      .where('charging_profile_id', 'in', [...ids])
      .execute()
    return pushed.map(({ id }) => id)
  },
  async removed(rows, context) {
    const held = rows.filter(({ count }) => count > 0)
    for (const { id } of held) await push({ id, connector_number: null, clear: true }, context, pushing)
  },
})

/** A limit of one session is pushed to that session alone, so it stands in nobody's way. */
async function othersOf(draft: Draft<typeof chargingProfile>, { db }: Context, before: Profile | null) {
  if (draft.charging_profile_purpose === 'session') return []
  return db
    .selectFrom('charging_profile')
    .select(['name', 'charging_profile_purpose', 'stack_level', 'valid_from', 'valid_to'])
    .where('site_id', '=', draft.site_id)
    .where('charging_profile_purpose', '=', draft.charging_profile_purpose)
    .where('stack_level', '=', draft.stack_level)
    .where('archived_at', 'is', null)
    .$if(before !== null, (query) => query.where('id', '<>', Number(before?.id)))
    .execute()
}
