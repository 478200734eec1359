import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { addInspectionPhoto, removeInspectionPhoto } from '../../../shared/endpoints/inspections.ts'
import { addAlarmPhoto, photoPart, photoStanding, removeAlarmPhoto } from '../../../shared/endpoints/photos.ts'
import { addWorkOrderPhoto, removeWorkOrderPhoto } from '../../../shared/endpoints/work-orders.ts'
import type { Context } from '../../kit/context.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { type Received, receiveUploads } from '../receive-upload.ts'
import { refusalOfStore, refusedFile } from '../refusals.ts'
import type { Files } from '../routes.ts'
import { addPhoto, isKept, makeFile } from './add-photo.ts'
import { addPart, receivedOf } from './photo-parts.ts'
import { removePhoto } from './remove-photo.ts'

const MOST_PART_MB = 1
const REMOVALS = [
  ['alarm', removeAlarmPhoto],
  ['work_order', removeWorkOrderPhoto],
  ['inspection', removeInspectionPhoto],
] as const

/** Photos of records: their parts as they come, and what becomes of them. */
export function photoRoutes(app: FastifyInstance, files: Files): void {
  const nameOf = (key: string, { person }: Context) => ({ user_id: person.id, key })
  serve(app, photoStanding, async ({ key }, context) => ({
    received: await receivedOf(context.db, nameOf(key, context)),
    kept: await isKept(context.db, nameOf(key, context)),
  }))
  app.register(async (scope) => {
    receiveUploads(scope, files.incoming, MOST_PART_MB)
    serve(scope, photoPart, async ({ key, at, file }, context) => {
      try {
        const part = await readFile((file as Received).path)
        if (part.length === 0) throw refusedFile(422, 'files:empty_file')
        return { received: await addPart(context.db, nameOf(key, context), at, part), kept: false }
      } catch (error) {
        throw refusalOfStore(error) ?? error
      }
    })
  })
  serve(
    app,
    addAlarmPhoto,
    ({ id, ...said }, context, made: string | null) => addPhoto({ entity: 'alarm', id }, { said, made }, context),
    { prepare: (said, context) => makeFile(files, said, context) },
  )
  serve(
    app,
    addWorkOrderPhoto,
    async ({ id, order_key, pile_id = null, ...said }, context, made: string | null) => {
      const found = await workOrderOf(context, id, order_key)
      // Who knows the key of another one does not reach it by naming theirs.
      const isNamed = id === undefined ? pile_id !== null && found?.pile_id === pile_id : found?.id === id
      if (found && !isNamed) throw notFound()
      // It was made without a network as well, and is still to come.
      if (!found) throw new Refusal(409, 'files:photo_incomplete')
      return {
        id: found.id,
        ...(await addPhoto({ entity: 'work_order', id: found.id }, { said, made }, context)),
      }
    },
    { prepare: (said, context) => makeFile(files, said, context) },
  )
  serve(
    app,
    addInspectionPhoto,
    ({ id, item, ...said }, context, made: string | null) =>
      addPhoto({ entity: 'inspection', id, item }, { said, made }, context),
    { prepare: (said, context) => makeFile(files, said, context) },
  )
  for (const [entity, removal] of REMOVALS)
    serve(app, removal, ({ id, file_key }, context) => removePhoto({ entity, id }, file_key, context))
}

const workOrderOf = ({ db }: Context, id: number | undefined, order_key: string | undefined) =>
  db
    .selectFrom('work_order')
    .select(['id', 'pile_id'])
    .where((eb) => (order_key === undefined ? eb('id', '=', id ?? 0) : eb('order_key', '=', order_key)))
    .executeTakeFirst()
