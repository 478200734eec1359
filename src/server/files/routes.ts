import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  type Folder,
  fileMenu,
  type Uploaded,
  uploadAvatar,
  uploadFile,
  uploadFirmware,
  uploadImage,
} from '../../shared/endpoints/files.ts'
import { type File, file } from '../../shared/entities/file.ts'
import { MOST_FIRMWARE_MB } from '../../shared/kit/uploads.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { serve } from '../kit/serve.ts'
import { say } from '../kit/words.ts'
import { contentKind, firmwareType } from './content-kind.ts'
import type { FileStore } from './file-store.ts'
import { type Keeping, keepFile } from './keep-file.ts'
import { isImageType, makePicture } from './picture.ts'
import { type Received, receiveUploads } from './receive-upload.ts'
import { refusalOfStore, refusedFile } from './refusals.ts'
import { serveContents } from './serve-content.ts'

export interface Files {
  store: FileStore
  /** Where uploads lie while they arrive: on the disk of the store's folder, if it is one. */
  incoming: string
}

interface Form {
  file: Received
  kept: boolean
}

/** Uploads, the library's folders, and the contents themselves. Lists and changes of files are the entity's plain calls. */
export function fileRoutes(app: FastifyInstance, { store, incoming }: Files): void {
  app.register(async (scope) => {
    receiveUploads(scope, incoming)
    serve(scope, uploadImage, (form, context) => kept(store, context, () => picture(form as Form)))
    // It belongs to no library: what becomes no picture of anybody is cleared away.
    serve(scope, uploadAvatar, (form, context) =>
      kept(store, context, () => picture({ ...(form as Form), kept: false })),
    )
    serve(scope, uploadFile, (form, context) => kept(store, context, () => anyFile(form as Form)))
  })
  app.register(async (scope) => {
    receiveUploads(scope, incoming, MOST_FIRMWARE_MB)
    serve(scope, uploadFirmware, (form, context) => kept(store, context, () => firmware(form as Form)))
  })
  serve(app, fileMenu, async (_, context) => [await foldersOf(context)])
  serveContents(app, store)

  async function kept(to: FileStore, context: Context, prepare: () => Promise<Keeping>): Promise<Uploaded> {
    try {
      const uploaded = await keepFile(to, await prepare(), context)
      app.kit.changed(file.name, uploaded.id)
      return uploaded
    } catch (error) {
      throw refusalOfStore(error) ?? error
    }
  }
}

async function picture({ file: received, kept }: Form): Promise<Keeping> {
  if (received.size === 0) throw refusedFile(422, 'files:empty_file')
  const type = (await contentKind(received.path, received.name))?.type ?? ''
  if (!isImageType(type)) throw refusedFile(422, 'files:not_an_image', { name: received.name })
  const made = await makePicture(received.path, type)
  return {
    ...{ name: received.name, folder: 'images', kept, size: made.size, width: made.width, height: made.height },
    content: { path: made.path, type, sha256: made.sha256 },
    thumbnail: { path: made.thumbnailPath, type: 'image/webp', sha256: made.thumbnailSha256 },
  }
}

async function anyFile(form: Form): Promise<Keeping> {
  const { file: received, kept } = form
  if (received.size === 0) throw refusedFile(422, 'files:empty_file')
  const kind = await contentKind(received.path, received.name)
  if (!kind) throw refusedFile(422, 'files:type_refused')
  if (isImageType(kind.type)) return picture(form)
  const { name, size, path, sha256 } = received
  const content = { path, type: kind.type, sha256 }
  return { name, folder: kind.folder, size, width: null, height: null, kept, content, thumbnail: null }
}

async function firmware({ file: received, kept }: Form): Promise<Keeping> {
  if (received.size === 0) throw refusedFile(422, 'files:empty_file')
  const type = await firmwareType(received.path)
  if (!type) throw refusedFile(422, 'files:no_firmware')
  const { name, size, path, sha256 } = received
  const content = { path, type, sha256 }
  return { name, folder: 'firmware', size, width: null, height: null, kept, content, thumbnail: null }
}

async function foldersOf({ db, person, language }: Context): Promise<Folder> {
  const { rows } = await sql<{ folder: File['folder']; count: number; size_bytes: number }>`
    select folder, count(*) as count, sum(size_bytes) as size_bytes from file t where ${reached(person, 'file')} group by folder`.execute(
    db,
  )
  const children = file.fields.folder.choices.map((id) => {
    const { count = 0, size_bytes = 0 } = rows.find(({ folder }) => folder === id) ?? {}
    return { id, label: say(language, { key: `entities:file.choices.folder.${id}` }), count, size_bytes, children: [] }
  })
  const sum = (name: 'count' | 'size_bytes') => children.reduce((total, folder) => total + folder[name], 0)
  const label = say(language, { key: 'files:all_files' })
  return { id: '', label, count: sum('count'), size_bytes: sum('size_bytes'), children }
}
