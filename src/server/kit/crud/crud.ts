import type { FastifyInstance } from 'fastify'
import type { Entity } from '../../../shared/kit/entity.ts'
import { serve } from '../serve.ts'
import { changeMany } from './bulk.ts'
import { callsOf } from './calls.ts'
import { Changing } from './changing.ts'
import type { Extension } from './extension.ts'
import { Reading } from './reading.ts'

/** How an entity's records are read, and what its feature adds: for calls that are none of the plain ones. */
export interface Records<E extends Entity = Entity> {
  entity: E
  reading: Reading<E>
  changing: Changing<E>
  extension: Extension<E>
}

/** Answers the calls that an entity offers, from its declaration alone; `extension` adds what is special. */
export function crud<E extends Entity>(app: FastifyInstance, entity: E, extension: Extension<E> = {}): Records<E> {
  const reading = new Reading(entity, extension)
  const { changed } = app.kit
  const changing = new Changing({ entity, extension, reading, changed })
  const { list, view, options, create, update, bulk, remove, restore } = callsOf(entity, extension.row)
  const { fields } = entity
  if (list) serve(app, list, (query, context) => reading.list(query, context))
  if (view) serve(app, view, ({ id }, context) => reading.view(id, context))
  if (options) serve(app, options, (query, context) => reading.options(query, context))
  if (create) serve(app, { ...create, fields }, (draft, context) => changing.create(draft, context))
  if (update) serve(app, { ...update, fields }, (change, context) => changing.update(change, context))
  if (bulk)
    serve(app, { ...bulk, fields }, (change, context) => changeMany({ entity, reading, changing }, change, context))
  if (remove)
    serve(app, remove, ({ id, ids = [], dry_run }, context) =>
      changing.remove(id === undefined ? ids : [id], context, dry_run),
    )
  if (restore)
    serve(app, restore, ({ id, ids = [] }, context) => changing.restore(id === undefined ? ids : [id], context))
  return { entity, reading, changing, extension }
}
