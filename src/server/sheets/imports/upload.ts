import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MOST_IMPORT_BYTES } from '../../../shared/kit/sheets.ts'
import { Refusal, wrongField } from '../../kit/refusal.ts'
import { sha256 } from '../../kit/sha256.ts'

/** A file that came with a form. Its content is no part of what is logged, hashed or kept of the request. */
export class Upload {
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly #content: Buffer

  constructor(name: string, content: Buffer) {
    this.name = name
    this.size = content.length
    this.sha256 = sha256(content)
    this.#content = content
  }

  get content(): Buffer {
    return this.#content
  }
}

/** Lets the routes of a scope take multipart forms: fields as text and one file under `file`, before the body is validated. */
export function takeUploads(scope: FastifyInstance): void {
  scope.register(multipart, {
    limits: { fileSize: MOST_IMPORT_BYTES, files: 1, fields: 10, fieldSize: 1_000, parts: 12 },
  })
  scope.addHook('preValidation', async (request) => {
    request.body = await formOf(request)
  })
}

async function formOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(415, 'unsupported_media')
  const form: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') form[part.fieldname] = part.value
      else form[part.fieldname] = new Upload(part.filename, await part.toBuffer())
    }
  } catch (error) {
    throw refusalOf(error)
  }
  if (!(form.file instanceof Upload)) throw wrongField('file', 'required')
  return form
}

function refusalOf(error: unknown): Error {
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413)
    return new Refusal(413, 'sheets:file_too_large', { figures: { max: MOST_IMPORT_BYTES / 1024 / 1024 } })
  // A form that breaks off or is none at all.
  return statusCode === undefined ? new Refusal(400, 'malformed') : (error as Error)
}
