import * as z from 'zod/mini'
import type { SaidRules } from '../commands/many.ts'
import { DRIFT_STATES } from '../domain/configuration-drift.ts'
import { type ConfigurationTemplate, configurationTemplate } from '../entities/configuration-template.ts'
import { identities, pageNumber, pageSize } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowWith } from '../kit/schema.ts'
import { ruleInputs } from './campaign-rules.ts'
import { identity, pageOf, titled } from './inputs.ts'
import { wholeWindow } from './pile-commands.ts'

export const APPLY = 'configuration_template.apply'

const difference = z.object({
  key: z.string(),
  expected: z.string(),
  /** Null where the pile has no such key, or has not told. */
  told: z.nullable(z.string()),
  state: z.enum(DRIFT_STATES),
})

const counts = z.object({ same: z.int(), differs: z.int(), unknown: z.int() })

/** The list: each template with how its type's piles stand to it, as far as its reader reaches them. */
export const templateRow = rowWith(configurationTemplate, { piles: counts })
export type TemplateRow = ConfigurationTemplate & { piles: z.output<typeof counts> }

/** The piles of a template's type that differ from it, with what differs, and how many of each kind there are. */
export const templateDrift = endpoint({
  method: 'POST',
  path: '/system/configuration_template/drift',
  permission: 'configuration_template.list',
  reaches: 'itself',
  body: z.object({ id: identity, page_num: pageNumber, page_size: pageSize }),
  data: z.extend(
    pageOf(
      z.object({
        pile: titled,
        site: z.nullable(titled),
        read_at: z.nullable(z.string()),
        differs: z.array(difference),
      }),
    ),
    { summary: counts },
  ),
})

/** Sets what differs from a template: at these piles of its type, or at all that differ. A campaign, answered when it is written down. */
export const applyTemplate = endpoint({
  method: 'POST',
  path: '/system/configuration_template/apply',
  permission: APPLY,
  reaches: { pile: 'pile_ids' },
  body: z
    .extend(z.object({ id: identity, pile_ids: z.optional(identities(500)) }), ruleInputs)
    .check(wholeWindow as never) as unknown as z.ZodMiniType<{ id: number; pile_ids?: number[] } & SaidRules>,
  data: z.object({ campaign_id: z.int(), piles: z.int() }),
  repeatable: true,
  changes: 'configuration_template',
})
