import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { file as fileEntity } from '../../shared/entities/file.ts'
import { FILE_KEY } from '../../shared/kit/uploads.ts'
import { NOBODY, narrowed, type Person } from '../kit/person.ts'
import { areWithin } from '../kit/reach/hold.ts'
import { Refusal } from '../kit/refusal.ts'
import { dispositionOf } from '../kit/serve-file.ts'
import type { FileStore } from './file-store.ts'
import { thumbnailName } from './keep-file.ts'
import { isImageType } from './picture.ts'
import { refusalOfStore } from './refusals.ts'
import { savedName } from './saved-name.ts'

/** Requests of an address each minute: a screen of pictures is fifty. */
const A_MINUTE = 3_000
const PUBLISHED_SECONDS = 3_600

interface Kept {
  id: number
  key: string
  name: string
  content_type: string
  published: boolean
}

type Asked = FastifyRequest<{ Params: { key: string } }>

/**
 * Serves contents: a published file to everybody, any other to who is signed in and knows its key. A page's pictures carry
 * no Authorization header, so the console's own cookie counts here as well: it only reads, and dies with the sign-in.
 */
export function serveContents(app: FastifyInstance, store: FileStore): void {
  const options = {
    config: { permission: 'public', rateLimit: { max: A_MINUTE, timeWindow: 60_000 } },
    schema: { hide: true },
    compress: false,
  } as const
  app.get('/files/:key', options, async (request: Asked, reply) => {
    const file = await keptFor(request)
    return send(request, reply, { store, file, name: file.key, type: file.content_type })
  })
  app.get('/files/:key/thumbnail', options, async (request: Asked, reply) => {
    const file = await keptFor(request)
    if (!isImageType(file.content_type)) throw new Refusal(404, 'files:file_gone')
    return send(request, reply, { store, file, name: thumbnailName(file.key), type: 'image/webp' })
  })
}

/** Anyone who may not see it does not learn whether it is there. */
async function keptFor(request: Asked): Promise<Kept> {
  const { key } = request.params
  const { db } = request.server.kit
  const file = FILE_KEY.test(key)
    ? await db
        .selectFrom('file')
        .select(['id', 'key', 'name', 'content_type', 'published'])
        .where('key', '=', key)
        .executeTakeFirst()
    : undefined
  if (file?.published) return file
  const person = await personOf(request)
  if (person.id === NOBODY.id) throw new Refusal(401, 'session_expired')
  if (!file || !(await areWithin(db, person, fileEntity, [file.id]))) throw new Refusal(404, 'files:file_gone')
  return file
}

/** With all that any of their rights reach: a picture shows wherever its record does. */
async function personOf({ headers, server }: FastifyRequest): Promise<Person> {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const cookie = /(?:^|;\s*)token=([^;\s]+)/.exec(headers.cookie ?? '')?.[1]
  const token = bearer ?? cookie
  const person = token === undefined ? null : await server.kit.identify(token)
  return person ? narrowed(person, 'signed_in') : NOBODY
}

interface Sending {
  store: FileStore
  file: Kept
  /** Of the content in the store. */
  name: string
  type: string
}

async function send(request: FastifyRequest, reply: FastifyReply, { store, file, name, type }: Sending) {
  const etag = `"${name}"`
  const headers = { ...headersOf(file, type), etag }
  if (request.headers['if-none-match'] === etag) return reply.headers(headers).code(304).send()
  try {
    const { stream, size } = await store.open(name)
    return reply.headers(headers).type(type).header('content-length', size).send(stream)
  } catch (error) {
    reply.header('cache-control', 'no-store')
    throw refusalOfStore(error) ?? error
  }
}

/** Nothing in a file runs, whatever a browser takes it for. */
const headersOf = ({ name, published }: Kept, type: string) => ({
  // A content never changes under its key; whether one may see it does.
  'cache-control': published ? `public, max-age=${PUBLISHED_SECONDS}` : 'private, no-cache',
  vary: 'Authorization, Cookie',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': published ? 'cross-origin' : 'same-origin',
  'content-disposition': isImageType(type) ? 'inline' : dispositionOf(savedName(name, type)),
})
