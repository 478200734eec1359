import * as z from 'zod/mini'
import { billingRule } from '../entities/billing-rule.ts'
import { strategy } from '../entities/strategy.ts'
import { type Data, endpoint } from '../kit/endpoint.ts'
import { inputOf, versionRead } from '../kit/schema.ts'
import { writtenIdentity } from './inputs.ts'
import { type FrozenRule, frozenRule } from './orders.ts'
import { sitePrices } from './price-plan.ts'

/** Sets a strategy's rules; refused with the hours that are missing or double. */
export const allotRules = endpoint({
  method: 'POST',
  path: '/system/strategy/allot',
  permission: 'strategy.update',
  reaches: 'nothing',
  takes: 'fields',
  body: z.object({
    id: writtenIdentity,
    rule_ids: z.pipe(
      z.transform((given) =>
        Array.isArray(given)
          ? given
          : String(given ?? '')
              .split(',')
              .filter(Boolean),
      ),
      z.array(writtenIdentity).check(z.maxLength(200, { error: 'too_many' })),
    ),
  }),
  data: z.null(),
  changes: 'strategy',
})

/** A strategy with its rules, in the order of the day, and the sites that it prices now or later, each with its time line. */
export const strategyView = endpoint({
  method: 'POST',
  path: '/system/strategy/view',
  permission: 'strategy.list',
  reaches: 'itself',
  body: z.object({ id: writtenIdentity }),
  data: z.object({
    strategy: z.object({
      id: z.int(),
      name: z.string(),
      status: z.string(),
      valid_from: z.nullable(z.string()),
      valid_to: z.nullable(z.string()),
      rule_ids: z.array(z.int()),
      version: z.int(),
    }),
    rules: z.array(
      z.extend(frozenRule, {
        version: z.int(),
        status: z.enum(['enabled', 'disabled']),
        /** How many other strategies have it too. */
        shared: z.int(),
      }),
    ),
    sites: z.array(sitePrices),
  }),
})

const { fields } = billingRule
/** What is there already comes with the version in which it was read; what is made has none. */
const versionOfKnown = () =>
  z.refine<{ id: number | null; version?: number | undefined }>(
    ({ id, version }) => id === null || version !== undefined,
    {
      error: 'version_required',
      path: ['version'],
    },
  )

/** A rule of the day as it is to be; without `id` it is made. `version` as it was read. */
const arrangedRule: z.ZodMiniType<ArrangedRule> = z
  .object({
    id: z.nullable(writtenIdentity),
    version: z.optional(versionRead()),
    name: inputOf(fields.name),
    band: inputOf(fields.band),
    start_hour: inputOf(fields.start_hour),
    end_hour: inputOf(fields.end_hour),
    electricity_fee: inputOf(fields.electricity_fee),
    service_fee: inputOf(fields.service_fee),
    electricity_cost: inputOf(fields.electricity_cost),
    occupation_fee: inputOf(fields.occupation_fee),
    free_minutes: inputOf(fields.free_minutes),
  })
  .check(versionOfKnown()) as never
export type ArrangedRule = Omit<FrozenRule, 'id'> & { id: number | null; version?: number | undefined }

/**
 * Saves a strategy's whole day at once: its rules are made, changed and put in or out in one transaction. A rule that
 * another strategy has too keeps its hours and prices there: this strategy gets a copy. Without `id` the strategy is
 * made. Orders that began before keep the rules they began with.
 */
export const arrangeDay = endpoint({
  method: 'POST',
  path: '/system/strategy/arrange',
  permission: 'strategy.update',
  reaches: 'nothing',
  body: z
    .object({
      id: z.nullable(writtenIdentity),
      version: z.optional(versionRead()),
      name: z.optional(inputOf(strategy.fields.name) as z.ZodMiniType<string>),
      rules: z.array(arrangedRule).check(z.minLength(1, { error: 'required' }), z.maxLength(24, { error: 'too_many' })),
    })
    .check(versionOfKnown()),
  data: z.object({
    id: z.int(),
    /** Rules that were copied, under the name of the copy. */
    copied: z.array(z.object({ name: z.string(), copy: z.string() })),
  }),
  repeatable: true,
  changes: 'strategy',
  says: 'saved',
})

export type DayRule = Data<typeof strategyView>['rules'][number]
