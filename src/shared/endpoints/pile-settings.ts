import * as z from 'zod/mini'
import { permissionTo } from '../commands/declare.ts'
import { offered } from '../commands/index.ts'
import type { Expected } from '../domain/expected.ts'
import { MOST_KEY } from '../domain/setting-address.ts'
import { KEY_TYPES } from '../domain/setting-types.ts'
import { command } from '../entities/command.ts'
import { configurationTemplate } from '../entities/configuration-template.ts'
import { endpoint } from '../kit/endpoint.ts'
import { inputOf } from '../kit/schema.ts'
import { filled, identity, titled } from './inputs.ts'

const status = inputOf(command.fields.status) as z.ZodMiniType<(typeof command.fields.status.choices)[number]>

/** A change that was asked for. */
const change = z.object({
  value: z.string(),
  status,
  /** The pile's word: Accepted, Rejected, RebootRequired, NotSupported, or the code of an error. */
  word: z.nullable(z.string()),
  /** Why it refused, where it says so. */
  reason: z.nullable(z.object({ code: z.string(), info: z.nullable(z.string()) })),
  asked_by: z.nullable(z.string()),
  at: z.string(),
})

const facts = z.object({
  type: z.enum(KEY_TYPES),
  unit: z.nullable(z.string()),
  minimum: z.nullable(z.number()),
  maximum: z.nullable(z.number()),
  choices: z.nullable(z.array(z.string())),
})

/** What a pile said of its configuration when it was last asked, and what of the changes since is still open. */
export const pileSettings = endpoint({
  method: 'POST',
  path: '/system/device/settings',
  permission: permissionTo(offered.read_settings),
  reaches: { pile: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    /** When it last told all of it; null for one that never did. */
    read_at: z.nullable(z.string()),
    /** What its type's template says of it. */
    template: z.nullable(
      z.object({
        ...titled.shape,
        expected: inputOf(configurationTemplate.fields.expected) as z.ZodMiniType<Expected[]>,
      }),
    ),
    settings: z.array(
      z.object({
        key: z.string(),
        /** Null where the pile does not tell it, or nobody may see it. */
        value: z.nullable(z.string()),
        read_only: z.boolean(),
        /** It takes a value and tells it nobody. */
        write_only: z.boolean(),
        /** What its values are, where the pile says it. */
        facts: z.nullable(facts),
        /** Its pile can be asked to watch it. */
        supports_monitoring: z.nullable(z.boolean()),
        read_at: z.string(),
        /** Under way, waiting for a reboot, or refused since it was last read. */
        change: z.nullable(change),
      }),
    ),
  }),
})

/** What was asked of a key and what the pile said it is, newest first. */
export const settingHistory = endpoint({
  method: 'POST',
  path: '/system/device/setting_history',
  permission: permissionTo(offered.read_settings),
  reaches: { pile: 'id' },
  body: z.object({ id: identity, key: filled(MOST_KEY) }),
  data: z.object({
    rows: z.array(
      z.object({
        at: z.string(),
        value: z.nullable(z.string()),
        /** Null for a value that was read. */
        change: z.nullable(change),
      }),
    ),
  }),
})
