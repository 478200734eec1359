import * as z from 'zod/mini'
import type { SaidRules } from '../commands/many.ts'
import { CERTIFICATE_USES } from '../domain/root-certificate.ts'
import { endpoint } from '../kit/endpoint.ts'
import { ruleInputs } from './campaign-rules.ts'
import { identity } from './inputs.ts'
import { wholeWindow } from './pile-commands.ts'

/** Whom it is up to that a pile is let in by less than it came by. */
export const LOWER = 'pile.lower_profile'

/** By what a pile connects, and which roots it holds as far as it told. */
export const pileSecurity = endpoint({
  method: 'POST',
  path: '/system/device/security',
  permission: 'certificate.list',
  reaches: { pile: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    connected_profile: z.nullable(z.int()),
    /** The lowest that lets it in. */
    floor: z.int(),
    /** That it is to go over to, and has not. */
    wanted: z.nullable(z.int()),
    /** When it told of its roots, by their use. */
    read_at: z.partialRecord(z.enum(CERTIFICATE_USES), z.string()),
    /** What it can be asked about, in the version that it speaks. */
    uses: z.array(z.enum(CERTIFICATE_USES)),
    roots: z.array(
      z.object({
        id: z.int(),
        use: z.enum(CERTIFICATE_USES),
        serial_number: z.string(),
        /** By which its names were hashed. */
        algorithm: z.string(),
        /** The serial numbers of those under it, of a chain. */
        children: z.array(z.string()),
        /** As it is called here; null for one that is not known here. */
        known: z.nullable(z.object({ id: z.int(), name: z.string(), valid_to: z.string() })),
        /** The one by which the pile knows this network. */
        serves: z.boolean(),
      }),
    ),
  }),
})

/** Lets a pile in by less than it came by. Someone set it back where it stands: no message lowers a profile (A00.FR.005). */
export const lowerProfile = endpoint({
  method: 'POST',
  path: '/system/device/lower_profile',
  permission: LOWER,
  reaches: { pile: 'id' },
  body: z.object({
    id: identity,
    profile: z.int().check(z.gte(0, { error: 'out_of_range' }), z.lte(2, { error: 'out_of_range' })),
  }),
  data: z.null(),
  repeatable: true,
  changes: 'pile',
})

/** Takes a root away from every pile that told of it: a campaign. */
export const deleteRoot = endpoint({
  method: 'POST',
  path: '/system/root_certificate/delete_from_piles',
  permission: 'pile.delete_certificate',
  reaches: 'itself',
  body: z.extend(z.object({ id: identity }), ruleInputs).check(wholeWindow as never) as unknown as z.ZodMiniType<
    { id: number } & SaidRules
  >,
  data: z.object({ campaign_id: z.int(), piles: z.int() }),
  repeatable: true,
  changes: 'root_certificate',
})
