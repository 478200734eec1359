import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { sha256 } from '../kit/sha256.ts'
import {
  ARCHIVED,
  type Content,
  ContentGone,
  type FileStore,
  type Part,
  StoreFailed,
  StoreFull,
  UPLOADED,
} from './file-store.ts'

export interface S3Place {
  /** Of the service, without the bucket: `https://s3.example.com`. */
  endpoint: string
  bucket: string
  region: string
  key: string
  secret: string
}

const PATIENCE_MS = 20_000
/** And so much longer for a large content: 1 MB a second. */
const BYTES_A_MS = 1_000
const RETRIES = 2
/** No more of a content is in memory at once; what is larger goes up in parts. Stores take 10,000 of them: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024
const LEAVING_MS = 500
const NOT_IMPLEMENTED = 501
const NOT_ANNOUNCED = 'the content is not what was announced'

/** Contents in a bucket of an S3-compatible store, addressed by path as all of them understand it. */
export class S3Store implements FileStore {
  readonly #client: AwsClient
  readonly #bucket: string

  readonly #partBytes: number

  constructor({ endpoint, bucket, region, key, secret }: S3Place, partBytes = PART_BYTES) {
    this.#partBytes = partBytes
    this.#client = new AwsClient({
      accessKeyId: key,
      secretAccessKey: secret,
      region,
      service: 's3',
      retries: RETRIES,
    })
    this.#bucket = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  }

  async put(name: string, { path, type, sha256: whole }: Content, signal?: AbortSignal): Promise<void> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      if (size > this.#partBytes) return await this.#putInParts(name, { file, size, type, whole, signal })
      const body = await partOf(file, 0, size)
      if (sha256(body) !== whole) throw new StoreFailed(NOT_ANNOUNCED)
      await this.#send(name, { body, headers: { 'content-type': type, 'x-amz-content-sha256': whole }, signal })
    } finally {
      await file.close()
    }
  }

  /** It is there under its name once all parts are told to be one; what broke off before is taken away, in a day at the latest. */
  async #putInParts(name: string, { file, size, type, whole, signal }: InParts): Promise<void> {
    const begin = { method: 'POST', headers: { 'content-type': type }, signal }
    const upload = /<UploadId>([^<]+)<\/UploadId>/.exec(await this.#asked(`${name}?uploads=`, begin))?.[1]
    if (!upload) throw new StoreFailed('the store named no upload')
    const id = encodeURIComponent(inClear(upload))
    try {
      const tags: string[] = []
      const sent = createHash('sha256')
      for (let from = 0; from < size; from += this.#partBytes) {
        const body = await partOf(file, from, Math.min(this.#partBytes, size - from))
        sent.update(body)
        const headers = { 'x-amz-content-sha256': sha256(body) }
        tags.push(await this.#send(`${name}?partNumber=${tags.length + 1}&uploadId=${id}`, { body, headers, signal }))
      }
      // The store checks each part; whether they are the content that was announced, down to its length, nobody but this.
      if (sent.digest('hex') !== whole) throw new StoreFailed(NOT_ANNOUNCED)
      const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      // A store that cannot put them together says so in an answer that began well.
      const request = { method: 'POST', body, signal }
      const said = await this.#asked(`${name}?uploadId=${id}`, request, PATIENCE_MS + size / BYTES_A_MS)
      if (/<Error>/.test(said)) throw new StoreFailed(`the parts were not put together: ${said.slice(0, 300)}`)
    } catch (error) {
      // Who was told to leave waits for nobody: what stays is taken away later.
      const patience = signal?.aborted ? LEAVING_MS : PATIENCE_MS
      await this.#asked(`${name}?uploadId=${id}`, { method: 'DELETE' }, patience).catch(() => {})
      throw error
    }
  }

  /** Of our names only: a bucket may hold more. Nothing where the store lists none, or not for this key: a rule of the bucket does it there (docs/operating.md). */
  async removeBroken(before: number): Promise<number> {
    let removed = 0
    for (let after: string | null = ''; after !== null; ) {
      const answer = await this.#ask(`?uploads=${after}`, { method: 'GET' })
      const listed = await answer.text()
      if ((answer.status >= 400 && answer.status < 500) || answer.status === NOT_IMPLEMENTED) return removed
      if (!answer.ok) throw new StoreFailed(`GET was answered with ${answer.status}: ${listed.slice(0, 300)}`)
      for (const [, one = ''] of listed.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g)) {
        const [name, id] = [textOf(one, 'Key'), encodeURIComponent(textOf(one, 'UploadId'))]
        if (!(ARCHIVED.test(name) || UPLOADED.test(name)) || !(Date.parse(textOf(one, 'Initiated')) < before)) continue
        const { status } = await this.#ask(`${name}?uploadId=${id}`, { method: 'DELETE' })
        removed += Number(status < 300)
      }
      after = nextOf(listed)
    }
    return removed
  }

  /** Puts bytes; gives the store's tag of them. */
  async #send(name: string, { body, ...request }: Sending): Promise<string> {
    const patience = PATIENCE_MS + body.length / BYTES_A_MS
    const answer = await this.#ask(name, { method: 'PUT', body, ...request }, patience)
    if (!answer.ok) throw await failure('PUT', answer)
    await answer.body?.cancel()
    return answer.headers.get('etag') ?? ''
  }

  async #asked(name: string, request: Asking & { method: string }, patienceMs?: number): Promise<string> {
    const answer = await this.#ask(name, request, patienceMs)
    if (!answer.ok) throw await failure(request.method, answer)
    return answer.text()
  }

  async open(name: string, part?: Part) {
    const headers: Record<string, string> = part ? { range: `bytes=${part.start}-${part.end}` } : {}
    const answer = await this.#ask(name, { method: 'GET', headers })
    if (answer.status === 404) throw new ContentGone(name)
    if (!answer.ok || !answer.body) throw await failure('GET', answer)
    const stream = Readable.fromWeb(answer.body as ReadableStream)
    return { stream, size: Number(answer.headers.get('content-length')) }
  }

  async remove(name: string): Promise<void> {
    const answer = await this.#ask(name, { method: 'DELETE' })
    if (!answer.ok && answer.status !== 404) throw await failure('DELETE', answer)
    await answer.body?.cancel()
  }

  /** Its patience is for the answer's beginning: how fast its content is taken is the reader's matter. */
  async #ask(name: string, { signal, ...request }: Asking, patienceMs = PATIENCE_MS): Promise<Response> {
    signal?.throwIfAborted()
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), patienceMs)
    try {
      return await this.#client.fetch(name.startsWith('?') ? `${this.#bucket}${name}` : `${this.#bucket}/${name}`, {
        ...request,
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
      })
    } catch (error) {
      signal?.throwIfAborted()
      throw new StoreFailed(`the store did not answer: ${(error as Error).message}`)
    } finally {
      clearTimeout(timer)
    }
  }
}

type Bytes = Uint8Array<ArrayBuffer>

type Asking = Omit<RequestInit, 'signal'> & { signal?: AbortSignal | undefined }

interface Sending {
  body: Bytes
  headers: Record<string, string>
  signal: AbortSignal | undefined
}

interface InParts {
  file: FileHandle
  size: number
  type: string
  whole: string
  signal: AbortSignal | undefined
}

const textOf = (xml: string, tag: string) => inClear(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '')

/** Where a list of uploads goes on; null: it ended. */
function nextOf(listed: string): string | null {
  const [key, upload] = [textOf(listed, 'NextKeyMarker'), textOf(listed, 'NextUploadIdMarker')]
  if (textOf(listed, 'IsTruncated') !== 'true' || !key) return null
  return `&key-marker=${encodeURIComponent(key)}&upload-id-marker=${encodeURIComponent(upload)}`
}

async function partOf(file: FileHandle, from: number, size: number): Promise<Bytes> {
  const part = new Uint8Array(size)
  for (let read = 0; read < size; ) {
    const { bytesRead } = await file.read(part, read, size - read, from + read)
    if (!bytesRead) throw new StoreFailed('the content ended before its end')
    read += bytesRead
  }
  return part
}

const inClear = (xml: string) =>
  xml.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

// The store's own words name the cause; an XML document of any length is too much for a log.
async function failure(method: string, answer: Response): Promise<StoreFailed> {
  const cause = `${method} was answered with ${answer.status}: ${(await answer.text()).slice(0, 300)}`
  return answer.status === 507 ? new StoreFull(cause) : new StoreFailed(cause)
}
