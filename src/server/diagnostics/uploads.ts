import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../kit/context.ts'
import { counted } from '../kit/process-state.ts'
import { Refusal } from '../kit/refusal.ts'
import { contextOf } from '../kit/serve.ts'
import { sha256 } from '../kit/sha256.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { UploadFiles } from './ports.ts'

interface Parts {
  files: UploadFiles
  /** Bytes of one upload. */
  most: number
}

interface Open {
  id: number
  command_id: number | null
  station_number: string
}

type Asked = FastifyRequest<{ Params: { token: string; '*'?: string } }>

const TOKEN = /^[\w-]{32}$/
/** Uploads at once, at this process. */
const AT_ONCE = 10
/** Until a pile that found no place may come again. */
const AGAIN_S = 30
/** Of an address: a lot's piles share one. */
const A_MINUTE = 60
/** A form's heads and small fields beside its file. */
const BESIDE_BYTES = 64 * 1024

/** Takes diagnostics from piles: who has the address of an upload that was asked for may bring one file, by PUT, POST or a form. */
export class DiagnosticsUploads {
  readonly #parts: Parts
  #held = 0
  readonly state = counted('diagnostics_uploads', () => this.#held)

  constructor(parts: Parts) {
    this.#parts = parts
  }

  routes(root: FastifyInstance): void {
    root.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      await scope.register(multipart, { limits: { fileSize: this.#parts.most + 1, files: 1, fields: 10, parts: 12 } })
      // Whatever a pile calls it, it is taken as it comes.
      scope.addContentTypeParser('*', (_, payload, done) => done(null, payload))
      const config = { permission: 'public', rateLimit: { max: A_MINUTE, timeWindow: 60_000 } } as const
      for (const url of ['/diagnostics/:token', '/diagnostics/:token/*'])
        scope.route({
          ...{ method: ['PUT', 'POST'], url, config, schema: { hide: true } },
          handler: (request, reply) => this.#take(request as Asked, reply),
        })
    })
  }

  async #take(request: Asked, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store')
    const upload = await openUpload(request)
    if (!upload) return end(reply, 404)
    if (Number(request.headers['content-length']) > this.#parts.most + BESIDE_BYTES) return end(reply, 413)
    if (this.#held >= AT_ONCE) return end(reply.header('retry-after', AGAIN_S), 503)
    this.#held++
    try {
      return end(reply, await this.#keep(request, upload))
    } catch (error) {
      // What piles read of an answer is its number.
      if (error instanceof Refusal) return end(reply, error.code)
      throw error
    } finally {
      this.#held--
    }
  }

  async #keep(request: Asked, upload: Open): Promise<number> {
    const arriving = await fileIn(request)
    if (!arriving) return 400
    const context = asPile(request, upload)
    const name = arriving.name || `${upload.station_number}-diagnostics`
    const key = await this.#parts.files.receive({ stream: arriving.stream, name, most: this.#parts.most }, context)
    // Of two that arrive at once the first counts; the other's file goes by itself.
    if (!(await claim(context, upload.id, key))) return 404
    if (upload.command_id !== null) request.server.kit.changed('command', upload.command_id)
    return 201
  }
}

/** What is left of a body that was not read is not waited for. */
const end = (reply: FastifyReply, code: number) =>
  (code < 400 ? reply : reply.header('connection', 'close')).code(code).send()

async function openUpload({ params, server }: Asked): Promise<Open | null> {
  if (!TOKEN.test(params.token)) return null
  const { rows } = await sql<Open>`
    select u.id, u.command_id, p.station_number from diagnostics_upload u join pile p on p.id = u.pile_id
    where u.token_hash = ${sha256(params.token)} and u.received_at is null and u.expires_at > now()`.execute(
    server.kit.db,
  )
  return rows[0] ?? null
}

async function fileIn(request: Asked): Promise<{ stream: Readable; name: string } | null> {
  if (request.isMultipart()) {
    const part = await request.file()
    return part ? { stream: part.file, name: part.filename } : null
  }
  const name = request.params['*'] ?? ''
  return request.body instanceof Readable ? { stream: request.body, name } : null
}

/** A file's owner is shown by name. */
const asPile = (request: Asked, { station_number: name }: Open): Context => {
  const context = contextOf(request, () => {})
  return { ...context, person: { ...context.person, name } }
}

const claim = ({ db }: Context, id: number, key: string): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const claimed = await trx
      .updateTable('diagnostics_upload')
      .set({ file: key, received_at: new Date().toISOString() })
      .where('id', '=', id)
      .where('received_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (claimed) await trx.updateTable('file').set({ kept: true }).where('key', '=', key).execute()
    return claimed !== undefined
  })
