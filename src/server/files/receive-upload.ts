import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MOST_UPLOAD_MB } from '../../shared/kit/uploads.ts'
import { type HashedFile, hashedFile } from '../kit/hashed-file.ts'
import { Refusal } from '../kit/refusal.ts'
import { refusalOfStore, refusedFile, tooLarge } from './refusals.ts'

/** A form's heads and small fields beside its file. */
const BESIDE_BYTES = 64 * 1024
const LONGEST_NAME = 200
const MIB = 1024 * 1024

/** A file that came with a form, as it lies on the disk for the time of the call. */
export class Received {
  /** As its sender calls it: to be shown, and nothing else. */
  readonly name: string
  readonly #path: string
  readonly #sha256: string
  readonly #size: number

  constructor(name: string, kept: HashedFile) {
    this.name = name
    this.#path = kept.path
    this.#sha256 = kept.sha256
    this.#size = kept.size
  }

  get path(): string {
    return this.#path
  }
  get sha256(): string {
    return this.#sha256
  }
  get size(): number {
    return this.#size
  }
}

/**
 * Lets the routes of a scope take one file under `file`, streamed into `folder` up to `most_mb`; there it is only as long as
 * the call runs.
 */
export function receiveUploads(scope: FastifyInstance, folder: string, most_mb = MOST_UPLOAD_MB): void {
  const most = most_mb * MIB
  scope.register(multipart, {
    limits: { fileSize: most, files: 1, fields: 10, fieldSize: 1_000, parts: 12 },
  })
  scope.addHook('preValidation', async (request) => {
    request.body = await formOf(request, { folder, most })
  })
  scope.addHook('onResponse', async (request) => {
    const { file } = (request.body ?? {}) as { file?: unknown }
    if (file instanceof Received) await rm(file.path, { force: true })
  })
}

async function formOf(
  request: FastifyRequest,
  { folder, most }: { folder: string; most: number },
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw refusedFile(422, 'files:file_required')
  if (Number(request.headers['content-length']) > most + BESIDE_BYTES) throw tooLarge(most / MIB)
  const form: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') form[part.fieldname] = part.value
      else if (part.fieldname === 'file') form.file = await receive(part.file, part.filename, folder)
      else part.file.resume()
    }
  } catch (error) {
    if (form.file instanceof Received) await rm(form.file.path, { force: true })
    throw refusalOf(error, most)
  }
  if (!(form.file instanceof Received)) throw refusedFile(422, 'files:file_required')
  return form
}

/** Streams a file into a folder; refuses one that has more than `most` bytes. */
export async function receive(
  stream: Readable,
  name: string,
  folder: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Received> {
  const check = (size: number) => {
    if (size > most) throw tooLarge(most / MIB)
  }
  return new Received(shownName(name), await hashedFile(folder, stream, { check }))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** The last part of whatever path it came with, without what hides or turns letters. */
function shownName(given: string | undefined): string {
  // Browsers write a quotation mark in a form's file name as %22 (HTML, multipart/form-data).
  const whole = (given ?? '').replaceAll('%22', '"').toWellFormed().replace(UNSEEN, '')
  const name = whole.split(/[\\/]/).at(-1)?.trim() ?? ''
  return [...name].slice(0, LONGEST_NAME).join('') || 'file'
}

function refusalOf(error: unknown, most: number): Error {
  const known = refusalOfStore(error)
  if (known) return known
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413) return tooLarge(most / MIB)
  // A form that breaks off, or is none at all.
  return statusCode === undefined ? new Refusal(400, 'files:cut_off') : (error as Error)
}
