import * as z from 'zod/mini'
import { endpoint } from '../../../shared/kit/endpoint.ts'
import { type Action, type Entity, permissionOf } from '../../../shared/kit/entity.ts'
import {
  changeSchema,
  draftSchema,
  listQuery,
  optionsQuery,
  removeSchema,
  rowSchema,
} from '../../../shared/kit/schema.ts'

const titled = z.object({ id: z.int(), title: z.string() })

/** The endpoints of an entity's calls; only those are made that it offers. */
export function callsOf<E extends Entity>(entity: E, row: z.ZodMiniType = rowSchema(entity)) {
  const at = (last: string | undefined, action: Action) =>
    last === undefined ? null : { path: `${entity.path}/${last}`, permission: permissionOf(entity, action) }
  const list = at(entity.calls.list, 'list')
  const view = at(entity.calls.view, 'list')
  const options = at(entity.calls.options, 'list')
  const create = at(entity.calls.create, 'create')
  const update = at(entity.calls.update, 'update')
  const remove = at(entity.calls.remove, 'delete')
  return {
    list: list && endpoint({ ...list, method: entity.listBy, body: listQuery, data: pageSchema(row) }),
    view: view && endpoint({ ...view, method: 'POST', body: z.object({ id: identity() }), data: row }),
    options: options && endpoint({ ...options, method: 'POST', body: optionsQuery, data: z.array(titled) }),
    create:
      create &&
      endpoint({ ...create, method: 'POST', body: draftSchema(entity), data: row, repeatable: true, says: 'saved' }),
    update:
      update &&
      endpoint({ ...update, method: 'POST', body: changeSchema(entity), data: row, repeatable: true, says: 'saved' }),
    remove:
      remove &&
      endpoint({ ...remove, method: 'POST', body: removeSchema, data: z.null(), repeatable: true, says: 'deleted' }),
  }
}

const identity = () => z.int({ error: 'required' }).check(z.gte(1, { error: 'required' }))

const pageSchema = (row: z.ZodMiniType) =>
  z.object({
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    rows: z.array(row),
    summary: z.record(z.string(), z.number()),
  })
