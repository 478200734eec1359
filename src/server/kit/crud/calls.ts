import * as z from 'zod/mini'
import { pageOf } from '../../../shared/endpoints/inputs.ts'
import { bulkFields } from '../../../shared/kit/bulk.ts'
import { bulkSchema } from '../../../shared/kit/bulk-schema.ts'
import { listQuery, optionsQuery, removeSchema, restoreSchema } from '../../../shared/kit/call-bodies.ts'
import { endpoint } from '../../../shared/kit/endpoint.ts'
import { type Action, type Entity, permissionOf, RESTORE } from '../../../shared/kit/entity.ts'
import { identity } from '../../../shared/kit/identity.ts'
import { changeSchema, draftSchema, rowSchema } from '../../../shared/kit/schema.ts'
import { exportQuery, importForm, importOutcome } from '../../../shared/kit/sheets.ts'

const titled = z.object({ id: z.int(), title: z.string(), note: z.optional(z.string()) })
/** What became of each record, or with `dry_run` would become. */
const removal = z.object({ erased: z.array(z.int()), archived: z.array(z.int()) })

/** The endpoints of an entity's calls; only those are made that it offers. */
export function callsOf<E extends Entity>(entity: E, row: z.ZodMiniType = rowSchema(entity)) {
  const at = (last: string | undefined, action: Action) => placeOf(entity, last, action)
  const list = at(entity.calls.list, 'list')
  const view = at(entity.calls.view, 'list')
  const options = at(entity.calls.options, 'list')
  const create = at(entity.calls.create, 'create')
  const update = at(entity.calls.update, 'update')
  const remove = at(entity.calls.remove, 'delete')
  return {
    list: list && endpoint({ ...list, method: entity.listBy, body: listQuery, data: pageOf(row), ...lagging(entity) }),
    view: view && endpoint({ ...view, method: 'POST', body: z.object({ id: identity() }), data: row }),
    options: options && endpoint({ ...options, method: 'POST', body: optionsQuery, data: z.array(titled) }),
    create:
      create &&
      endpoint({
        ...create,
        method: 'POST',
        body: open(draftSchema(entity)),
        data: row,
        repeatable: true,
        says: 'saved',
      }),
    update:
      update &&
      endpoint({
        ...update,
        method: 'POST',
        body: open(changeSchema(entity)),
        data: row,
        repeatable: true,
        says: 'saved',
      }),
    bulk:
      update && bulkFields(entity).length > 0
        ? endpoint({
            path: `${entity.path}/bulk`,
            permission: update.permission,
            reaches: 'itself',
            method: 'POST',
            body: bulkSchema(entity),
            data: z.object({ changed: z.int() }),
            repeatable: true,
            says: 'saved',
          })
        : null,
    remove:
      remove &&
      endpoint({ ...remove, method: 'POST', body: removeSchema, data: removal, repeatable: true, says: 'deleted' }),
    restore:
      remove && entity.archives
        ? endpoint({
            path: `${entity.path}/${RESTORE}`,
            permission: remove.permission,
            reaches: 'itself',
            method: 'POST',
            body: restoreSchema,
            data: z.null(),
            repeatable: true,
            says: 'restored',
          })
        : null,
    ...sheetCallsOf(entity),
  }
}

/** A record that was read may be sent back whole: what of it cannot be set is looked at together with the record. */
const open = <S extends z.ZodMiniType>(schema: S): S =>
  z.catchall(schema as unknown as z.ZodMiniObject, z.unknown()) as unknown as S

/** Those of them that take or give sheets: making the others' schemas for these two alone would cost each start a fifth. */
export function sheetCallsOf(entity: Entity) {
  const out = placeOf(entity, entity.calls.export, 'export')
  const into = placeOf(entity, entity.calls.import, 'import')
  return {
    export:
      out &&
      endpoint({ ...out, method: 'POST', body: exportQuery, data: z.null(), answers: 'file', ...lagging(entity) }),
    import:
      into &&
      endpoint({ ...into, method: 'POST', body: importForm, data: importOutcome, repeatable: true, takes: 'form' }),
  }
}

const lagging = ({ now }: Entity) => (now ? {} : { lags: true as const })

const placeOf = (entity: Entity, last: string | undefined, action: Action) =>
  last === undefined
    ? null
    : { path: `${entity.path}/${last}`, permission: permissionOf(entity, action), reaches: 'itself' as const }
