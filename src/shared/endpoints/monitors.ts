import * as z from 'zod/mini'
import { permissionTo } from '../commands/declare.ts'
import { readMonitors } from '../commands/monitors.ts'
import { WATCHES } from '../domain/monitors.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

/** A monitor as its pile told it. */
export const monitorRow = z.object({
  number: z.int(),
  component: z.string(),
  component_instance: z.nullable(z.string()),
  evse: z.nullable(z.int()),
  connector: z.nullable(z.int()),
  variable: z.string(),
  variable_instance: z.nullable(z.string()),
  watch: z.enum(WATCHES),
  value: z.number(),
  /** 0 is danger, 9 the least. */
  level: z.int(),
  /** Only while a session runs there. */
  in_session: z.boolean(),
  told_at: z.string(),
})

/** What a pile watches, by what it told last. */
export const pileMonitors = endpoint({
  method: 'POST',
  path: '/system/device/monitors',
  permission: permissionTo(readMonitors),
  reaches: { pile: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ monitors: z.array(monitorRow) }),
})
