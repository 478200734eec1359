import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { COLUMNS, MOST_ROWS, MOST_WIDGETS, TALLEST } from '../widgets/layout.ts'
import { identity } from './inputs.ts'

/** May set how the dashboard is laid out for a role and for everybody. */
export const ARRANGE = 'dashboard.arrange'

const cells = (least: number, most: number) =>
  z
    .int({ error: 'whole_number' })
    .check(z.gte(least, { error: 'out_of_range' }), z.lte(most, { error: 'out_of_range' }))

const word = (pattern: RegExp) => z.string({ error: 'required' }).check(z.regex(pattern, { error: 'invalid' }))

const placed = z.object({
  /** Tells it from another of the same widget. */
  id: word(/^[a-z0-9_-]{1,40}$/),
  widget: word(/^[a-z0-9_]{1,40}$/),
  x: cells(0, COLUMNS - 1),
  y: cells(0, MOST_ROWS),
  w: cells(1, COLUMNS),
  h: cells(1, TALLEST),
  /** What a person set of it: the fields that the widget declares. */
  settings: z._default(z.record(z.string().check(z.maxLength(40, { error: 'too_long' })), z.unknown()), {}),
})

export const layout = z.array(placed, { error: 'required' }).check(z.maxLength(MOST_WIDGETS, { error: 'too_many' }))

/** Whose layout is in force: one's own before a role's, that before everybody's, that before the built in. */
export const LAYOUTS_OF = ['own', 'role', 'everybody', 'built_in'] as const

const shown = z.object({ of: z.enum(LAYOUTS_OF), widgets: z.array(placed) })
export type ShownLayout = z.output<typeof shown>

/** The dashboard as this person has it: no widget that is unknown or not for them. */
export const dashboardLayout = endpoint({
  method: 'GET',
  path: '/system/index/layout',
  permission: 'dashboard.view',
  reaches: 'nothing',
  body: z.object({}),
  data: shown,
})

/** Keeps one's own layout. */
export const saveLayout = endpoint({
  method: 'POST',
  path: '/system/index/save-layout',
  permission: 'signed_in',
  reaches: 'itself',
  body: z.object({ widgets: layout }),
  data: shown,
  repeatable: true,
  says: 'saved',
})

/** Forgets one's own layout; answers with the one that is in force then. */
export const resetLayout = endpoint({
  method: 'POST',
  path: '/system/index/reset-layout',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: shown,
  repeatable: true,
})

/** A role's, or with null everybody's. */
const whose = { role_id: z.nullable(identity) }

/** What is kept for a role or for everybody, as its keeper sees it; null where there is none. */
export const sharedLayout = endpoint({
  method: 'POST',
  path: '/system/index/shared-layout',
  permission: ARRANGE,
  reaches: 'nothing',
  body: z.object(whose),
  data: z.object({ widgets: z.nullable(z.array(placed)) }),
})

export const saveSharedLayout = endpoint({
  method: 'POST',
  path: '/system/index/save-shared-layout',
  permission: ARRANGE,
  reaches: 'itself',
  body: z.object({ ...whose, widgets: layout }),
  data: z.null(),
  repeatable: true,
  says: 'saved',
})

export const resetSharedLayout = endpoint({
  method: 'POST',
  path: '/system/index/reset-shared-layout',
  permission: ARRANGE,
  reaches: 'nothing',
  body: z.object(whose),
  data: z.null(),
  repeatable: true,
})

/** Whom a layout can be kept for, and for whom there is one. */
export const layoutAudiences = endpoint({
  method: 'GET',
  path: '/system/index/layout-audiences',
  permission: ARRANGE,
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({
    everybody: z.boolean(),
    roles: z.array(z.object({ id: z.int(), name: z.string(), kept: z.boolean() })),
  }),
})
