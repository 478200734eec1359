import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { counted } from '../kit/process-state.ts'
import { type Part, partOf } from './range.ts'

/** What serving needs of where files are kept. */
export interface Contents {
  open(name: string, part?: Part): Promise<{ stream: NodeJS.ReadableStream; size: number }>
}

interface Parts {
  store: Contents
  /** So many at once, at this process. */
  most: number
  changed(entity: string, id: number): void
}

interface Served {
  firmware_id: number
  file: string
  sha256: string
  size_bytes: number
}

type Asked = FastifyRequest<{ Params: { token: string } }>

const TOKEN = /^[\w-]{32}$/
/** Until a pile that found no place may come again. */
const AGAIN_S = 30
/** Nothing went out for so long: the pile is gone. */
const STILL_MS = 60_000
/** Of an address: a lot's piles share one, and fetch a file in parts of some kilobytes. */
const A_MINUTE = 60_000
/** A pile that failed may try again by itself for as long as its words count. */
const AFTERWARDS = '1 day'

/** Serves files of firmware tasks to piles: who has the address of a push that goes on may fetch its file, whole or in parts. */
export class FirmwareDownloads {
  readonly #parts: Parts
  #held = 0
  readonly state = counted('firmware_downloads', () => this.#held)

  constructor(parts: Parts) {
    this.#parts = parts
  }

  routes(app: FastifyInstance): void {
    const config = { permission: 'public', rateLimit: { max: A_MINUTE, timeWindow: 60_000 } } as const
    const options = { config, schema: { hide: true }, compress: false, exposeHeadRoute: false } as const
    // Piles take the file's name from the address; it may be any.
    for (const url of ['/firmware/:token', '/firmware/:token/:name']) {
      app.get(url, options, (request: Asked, reply) => this.#serve(request, reply))
      app.head(url, options, (request: Asked, reply) => this.#serve(request, reply))
    }
  }

  async #serve(request: Asked, reply: FastifyReply): Promise<FastifyReply> {
    const { db } = request.server.kit
    const served = await servedBy(db, request.params.token)
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    if (!served) return reply.code(404).send()
    const { sha256, size_bytes: size } = served
    const etag = `"${sha256}"`
    reply.headers({ 'accept-ranges': 'bytes', etag }).type('application/octet-stream')
    const part = isStill(request.headers['if-range'], etag) ? partOf(request.headers.range, size) : null
    if (part === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send()
    if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
    reply.header('content-length', part ? part.end - part.start + 1 : size)
    if (request.method === 'HEAD') return reply.send()
    return await this.#send(reply, served, { db, part })
  }

  async #send(
    reply: FastifyReply,
    served: Served,
    { db, part }: { db: Kysely<Database>; part: Part | null },
  ): Promise<FastifyReply> {
    if (this.#held >= this.#parts.most) {
      reply.removeHeader('content-length').removeHeader('content-range')
      return reply.code(503).header('retry-after', AGAIN_S).send()
    }
    this.#held++
    const { raw } = reply
    raw.once('close', () => this.#held--)
    raw.setTimeout(STILL_MS, () => raw.destroy())
    const { stream } = await this.#parts.store.open(served.file, part ?? undefined).catch((error) => {
      for (const name of ['content-length', 'content-range', 'etag', 'accept-ranges']) reply.removeHeader(name)
      throw error
    })
    const isLast = !part || part.end === served.size_bytes - 1
    if (isLast) raw.once('finish', () => void this.#count(db, served.firmware_id).catch(() => {}))
    return reply.send(stream)
  }

  async #count(db: Kysely<Database>, id: number): Promise<void> {
    await sql`update firmware set download_count = download_count + 1 where id = ${id}`.execute(db)
    this.#parts.changed('firmware', id)
  }
}

/** A pile that goes on with another file than it began with gets the whole. */
const isStill = (wanted: unknown, etag: string) => wanted === undefined || wanted === etag

async function servedBy(db: Kysely<Database>, token: string): Promise<Served | null> {
  if (!TOKEN.test(token)) return null
  const { rows } = await sql<Served>`
    select p.firmware_id, p.file, f.sha256, f.size_bytes::float8 as size_bytes
    from firmware_push p join campaign c on c.id = p.campaign_id join file f on f.key = p.file
    where p.token = ${token} and (c.state in ('running', 'paused', 'stopped') or c.ended_at > now() - ${AFTERWARDS}::interval
      or exists (select from campaign_target t where t.campaign_id = c.id and t.state in ('sent', 'accepted')))`.execute(
    db,
  )
  return rows[0] ?? null
}
