import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

const own = { permission: 'signed_in', reaches: 'nothing' } as const
const flag = z.boolean({ error: 'invalid' })
/** The key of an entry of the menu; a group's may be its place. */
const entry = z.int({ error: 'invalid' })
const MOST = 100

/** How someone has laid out what is around the pages, and the theme. Each is there once it was chosen. */
const chosen = {
  /** The side menu is icons alone; null is as the window has room. */
  collapsed: z.optional(z.nullable(flag)),
  /** The open pages stand above the page. */
  tabs: z.optional(flag),
  /** The entries that stand first, in the order in which they were chosen. */
  favourites: z.optional(z.array(entry).check(z.maxLength(MOST, { error: 'too_many' }))),
  /** Groups that were folded (true) or unfolded by hand. */
  folded: z.optional(
    z.record(z.string().check(z.regex(/^-?\d{1,10}$/, { error: 'invalid' })), flag).check(
      z.refine((folded) => Object.keys(folded).length <= MOST, {
        error: 'too_many',
        params: { figures: { max: MOST } },
      }),
    ),
  ),
  theme: z.optional(z.enum(['system', 'light', 'dark'], { error: 'not_a_choice' })),
}

export const ownPreferences = endpoint({
  ...own,
  method: 'GET',
  path: '/system/user/preferences',
  body: z.object({}),
  data: z.object({ ...chosen, language: z.nullable(z.string()) }),
})

/** Keeps what is given, each by itself: of two devices that change the same the later one is kept. */
export const savePreferences = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/preferences',
  body: z.object(chosen),
  data: z.null(),
})
