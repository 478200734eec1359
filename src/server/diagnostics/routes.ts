import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Diagnostics } from '../../shared/commands/upload-diagnostics.ts'
import { diagnosticsState, type KnownUpload } from '../../shared/domain/diagnostics.ts'
import { diagnosticsFile, pileDiagnostics } from '../../shared/endpoints/diagnostics.ts'
import type { Command } from '../../shared/entities/command.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { serveFile } from '../kit/serve-file.ts'
import type { UploadFiles } from './ports.ts'

/** What piles uploaded of their diagnostics, and the files themselves. */
export function diagnosticsRoutes(app: FastifyInstance, files: UploadFiles): void {
  serve(app, pileDiagnostics, ({ id }, context) => uploadsOf(id, context))
  serveFile(app, diagnosticsFile, (asked, context) => fetched(asked, context, files))
}

interface Row {
  id: number
  created_at: string
  asked_by: string | null
  what: Diagnostics
  elsewhere: string | null
  expired: boolean
  received_at: string | null
  status: Command['status'] | null
  progress: string | null
  answer: string | null
  name: string | null
  size_bytes: number | null
  fetched_by: string | null
  fetched_at: string | null
}

async function uploadsOf(pile_id: number, { db }: Context): Promise<Data<typeof pileDiagnostics>> {
  const { rows } = await sql<Row>`
    select u.id, u.created_at, u.asked_by, u.what, u.elsewhere, u.expires_at < now() as expired, u.received_at, c.status, c.progress, c.answer,
      f.name, f.size_bytes::float8 as size_bytes, u.fetched_by, u.fetched_at
    from diagnostics_upload u left join command c on c.id = u.command_id left join file f on f.key = u.file
    where u.pile_id = ${pile_id} order by u.id desc limit 50`.execute(db)
  return { rows: rows.map(shown) }
}

function shown(row: Row): Data<typeof pileDiagnostics>['rows'][number] {
  const { id, created_at, asked_by, what, elsewhere, expired, received_at, status, progress, answer } = row
  const { name, size_bytes, fetched_by, fetched_at } = row
  const command = status && { status, progress }
  const word = answered(answer)
  const known = { received: received_at !== null, elsewhere: elsewhere !== null, expired, command }
  return {
    ...{ id, what, elsewhere, asked_at: created_at, asked_by, received_at },
    ...told({ ...known, named: word.file }, word.refusal ?? progress),
    file: name !== null && size_bytes !== null ? { name, size_bytes } : null,
    fetched: fetched_by !== null && fetched_at !== null ? { name: fetched_by, at: fetched_at } : null,
  }
}

interface Answer {
  /** GetDiagnostics names it in one way, GetLog in another. */
  fileName?: string
  filename?: string
  status?: string
  code?: string
}

function answered(answer: string | null): { file: string | null; refusal: string | null } {
  const { fileName, filename, status, code } = JSON.parse(answer ?? '{}') as Answer
  const refusal = code ?? (status?.startsWith('Accepted') ? null : status)
  return { file: fileName || filename || null, refusal: refusal ?? null }
}

function told(known: KnownUpload, word: string | null) {
  const state = diagnosticsState(known)
  return { state, said: state === 'failed' ? word : null }
}

async function fetched({ id, upload_id }: Parsed<typeof diagnosticsFile>, { db, person }: Context, files: UploadFiles) {
  const upload = await db
    .selectFrom('diagnostics_upload as u')
    .innerJoin('file as f', 'f.key', 'u.file')
    .select(['f.key', 'f.name'])
    .where('u.id', '=', upload_id)
    .where('u.pile_id', '=', id)
    .executeTakeFirst()
  if (!upload) throw wrongField('upload_id', 'diagnostics:no_file')
  const { stream } = await files.open(upload.key)
  await db
    .updateTable('diagnostics_upload')
    .set({ fetched_by: person.name, fetched_at: new Date().toISOString() })
    .where('id', '=', upload_id)
    .execute()
  return { name: upload.name, type: 'application/octet-stream', content: stream }
}
