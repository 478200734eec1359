import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { filled } from './inputs.ts'

/**
 * What is wrong first. changed: an entry says other things than when it was sealed, or stands in another's place. missing: an entry is
 * gone. gap: a seal is. end: the last ones are. inserted: one was put in afterwards. unsealed: one came past the seals. anchor: the
 * beginning was taken away by hand. checked, noted: an earlier check, or someone elsewhere, saw another seal at this place.
 */
const why = z.enum(['changed', 'missing', 'gap', 'end', 'inserted', 'unsealed', 'anchor', 'checked', 'noted'])
const problem = z.object({ why, position: z.nullable(z.int()), entry_id: z.nullable(z.int()) })
export type ChainProblem = z.output<typeof problem>

/** The seal of a place in the chain, as it is written down elsewhere. */
const seal = z.object({
  position: z.int({ error: 'whole_number' }).check(z.gte(1, { error: 'required' })),
  hash: z.string({ error: 'required' }).check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, { error: 'not_a_hash' })),
})
export type NotedSeal = z.output<typeof seal>

const check = z.object({
  whole: z.boolean(),
  /** The oldest entry. */
  since: z.nullable(z.string()),
  entries: z.int(),
  /** The last seal: what to note elsewhere. */
  position: z.int(),
  hash: z.string(),
  problem: z.nullable(problem),
  /** Entries of the last moment, which have no seal yet. */
  waiting: z.int(),
})
export type ChainCheck = z.output<typeof check>

/** What the last check found, and when; null before the first. */
export const chainState = endpoint({
  method: 'GET',
  path: '/system/log/chain',
  permission: 'audit_entry.check',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ last: z.nullable(z.extend(z.omit(check, { waiting: true }), { at: z.string() })) }),
})

/** Checks the whole log now; `noted` is a seal that someone wrote down elsewhere and that has to be in it. */
export const checkChainNow = endpoint({
  method: 'POST',
  path: '/system/log/chain/check',
  permission: 'audit_entry.check',
  reaches: 'nothing',
  body: z.object({ noted: z.optional(z.nullable(seal)) }),
  data: check,
  // It reads the whole log.
  a_minute: 60,
})

/**
 * Takes down why the problem that stands first is let be: checks pass over it from then on. For who may do everything; 409 when another
 * stands first. A seal that someone noted elsewhere is theirs to compare.
 */
export const acknowledgeChain = endpoint({
  method: 'POST',
  path: '/system/log/chain/acknowledge',
  permission: 'audit_entry.check',
  reaches: 'nothing',
  body: z.object({
    why: z
      .enum(why.def.entries, { error: 'not_a_choice' })
      .check(z.refine((one) => one !== 'noted', { error: 'not_a_choice' })),
    position: z.nullable(z.int({ error: 'required' })),
    entry_id: z.nullable(z.int({ error: 'required' })),
    remark: filled(500),
  }),
  data: check,
  repeatable: true,
  a_minute: 60,
})
