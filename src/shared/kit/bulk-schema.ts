import * as z from 'zod/mini'
import { type BulkChange, bulkFields } from './bulk.ts'
import { identities } from './call-bodies.ts'
import type { Entity } from './entity.ts'
import { inputOf } from './schema.ts'

/** What `bulk` takes: records, and the one field that changes on all of them. */
export function bulkSchema(entity: Entity): z.ZodMiniType<BulkChange> {
  const shape = Object.fromEntries(bulkFields(entity).map(([name, field]) => [name, z.optional(inputOf(field))]))
  const change = z.looseObject(shape, { error: 'required' }).check(
    (context) => {
      const others = Object.keys(context.value).filter((name) => !Object.hasOwn(shape, name))
      for (const name of others) context.issues.push(notForMany(name, context.value))
    },
    z.refine((fields) => Object.keys(fields).length === 1, { error: 'one_field' }),
  )
  const versions = z.record(
    z.string().check(z.regex(/^\d{1,15}$/, { error: 'invalid' })),
    z.int({ error: 'invalid' }),
    { error: 'version_required' },
  )
  const ofEach = z.refine<BulkChange>(({ ids, versions }) => ids.every((id) => Object.hasOwn(versions, String(id))), {
    error: 'version_required',
    path: ['versions'],
  })
  return z.object({ ids: identities(), change, versions }).check(ofEach as never) as never
}

const notForMany = (name: string, input: unknown) => ({
  code: 'custom' as const,
  message: 'not_for_many',
  path: [name],
  params: { figures: { field: name } },
  input,
})
