import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { type Content, ContentGone, type FileStore, type Part, StoreFailed, StoreFull } from './file-store.ts'

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

  async put(name: string, { path, type, sha256: whole }: Content): Promise<void> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      if (size > this.#partBytes) return await this.#putInParts(name, { file, size, type })
      await this.#send(name, {
        body: await partOf(file, 0, size),
        headers: { 'content-type': type, 'x-amz-content-sha256': whole },
      })
    } finally {
      await file.close()
    }
  }

  /** It is there under its name once all parts are told to be one; what broke off before is taken away, at the next try at the latest. */
  async #putInParts(
    name: string,
    { file, size, type }: { file: FileHandle; size: number; type: string },
  ): Promise<void> {
    await this.#abandon(name)
    const begun = await this.#asked(`${name}?uploads=`, { method: 'POST', headers: { 'content-type': type } })
    const upload = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1]
    if (!upload) throw new StoreFailed('the store named no upload')
    const id = encodeURIComponent(inClear(upload))
    try {
      const tags: string[] = []
      for (let from = 0; from < size; from += this.#partBytes) {
        const body = await partOf(file, from, Math.min(this.#partBytes, size - from))
        const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
        tags.push(await this.#send(`${name}?partNumber=${tags.length + 1}&uploadId=${id}`, { body, headers }))
      }
      const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      // A store that cannot put them together says so in an answer that began well.
      const said = await this.#asked(
        `${name}?uploadId=${id}`,
        { method: 'POST', body },
        PATIENCE_MS + size / BYTES_A_MS,
      )
      if (/<Error>/.test(said)) throw new StoreFailed(`the parts were not put together: ${said.slice(0, 300)}`)
    } catch (error) {
      await this.#asked(`${name}?uploadId=${id}`, { method: 'DELETE' }).catch(() => {})
      throw error
    }
  }

  /** Takes away the parts of uploads of this name that never became one. */
  async #abandon(name: string): Promise<void> {
    const listed = await this.#asked(`?uploads=&prefix=${encodeURIComponent(name)}`, { method: 'GET' })
    for (const [, one = ''] of listed.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g)) {
      const [, key] = /<Key>([^<]*)<\/Key>/.exec(one) ?? []
      const [, upload = ''] = /<UploadId>([^<]*)<\/UploadId>/.exec(one) ?? []
      if (key === name)
        await this.#asked(`${name}?uploadId=${encodeURIComponent(inClear(upload))}`, { method: 'DELETE' })
    }
  }

  /** Puts bytes; gives the store's tag of them. */
  async #send(name: string, { body, headers }: { body: Bytes; headers: Record<string, string> }): Promise<string> {
    const answer = await this.#ask(name, { method: 'PUT', body, headers }, PATIENCE_MS + body.length / BYTES_A_MS)
    if (!answer.ok) throw await failure('PUT', answer)
    await answer.body?.cancel()
    return answer.headers.get('etag') ?? ''
  }

  async #asked(name: string, request: RequestInit & { method: string }, patienceMs?: number): Promise<string> {
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
  async #ask(name: string, request: RequestInit, patienceMs = PATIENCE_MS): Promise<Response> {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), patienceMs)
    try {
      return await this.#client.fetch(name.startsWith('?') ? `${this.#bucket}${name}` : `${this.#bucket}/${name}`, {
        ...request,
        redirect: 'error',
        signal: patience.signal,
      })
    } catch (error) {
      throw new StoreFailed(`the store did not answer: ${(error as Error).message}`)
    } finally {
      clearTimeout(timer)
    }
  }
}

type Bytes = Uint8Array<ArrayBuffer>

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
