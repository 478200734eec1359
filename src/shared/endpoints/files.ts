import * as z from 'zod/mini'
import { file } from '../entities/file.ts'
import { endpoint } from '../kit/endpoint.ts'
import { permissionOf } from '../kit/entity.ts'

/** The file as `file`; `kept` when it belongs to the library, whether or not a record uses it. */
const binary = z.any().register(z.globalRegistry, { type: 'string', format: 'binary' })
const form = z.object({ file: binary, kept: z._default(z.stringbool({ error: 'invalid' }), false) })

const uploaded = z.object({
  id: z.int(),
  /** What a record's field takes. */
  key: z.string(),
  name: z.string(),
  /** Where it is served; null thumbnails are those of what is no picture. */
  full_path: z.string(),
  thumbnail_path: z.nullable(z.string()),
  content_type: z.string(),
  size_bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type Uploaded = z.output<typeof uploaded>

/** Takes a gif, jpeg, png or webp of at most 10 MB; kept is its picture alone, turned upright, without place or camera. */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/pub/upload/singleImg',
  permission: 'file.upload',
  reaches: 'nothing',
  body: form,
  takes: 'form',
  data: uploaded,
})

/** A picture of oneself: anyone who is signed in has one, whatever else they may upload. */
export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/pub/upload/avatar',
  permission: 'signed_in',
  reaches: 'nothing',
  body: form,
  takes: 'form',
  data: uploaded,
})

/** Takes a picture, a document, a sheet, a text, an archive or firmware of at most 10 MB, by its content. */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/pub/upload/singleFile',
  permission: 'file.upload',
  reaches: 'nothing',
  body: form,
  takes: 'form',
  data: uploaded,
})

/** Takes firmware of at most 256 MB: anything but what is known to be something else, such as a picture or a text. */
export const uploadFirmware = endpoint({
  method: 'POST',
  path: '/pub/upload/firmware',
  permission: 'file.upload',
  reaches: 'nothing',
  body: form,
  takes: 'form',
  data: uploaded,
})

export interface Folder {
  id: string
  label: string
  count: number
  size_bytes: number
  children: Folder[]
}

const folder: z.ZodMiniType<Folder> = z.object({
  id: z.string(),
  label: z.string(),
  count: z.int(),
  size_bytes: z.int(),
  children: z.array(z.lazy(() => folder)),
})

/** The library's folders and what is in them: one root, which holds them all. */
export const fileMenu = endpoint({
  method: 'GET',
  path: '/file/menu',
  permission: permissionOf(file, 'list'),
  reaches: 'itself',
  body: z.object({}),
  data: z.array(folder),
})
