import { readFile } from 'node:fs/promises'
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

/** Contents in a bucket of an S3-compatible store, addressed by path as all of them understand it. */
export class S3Store implements FileStore {
  readonly #client: AwsClient
  readonly #bucket: string

  constructor({ endpoint, bucket, region, key, secret }: S3Place) {
    this.#client = new AwsClient({
      accessKeyId: key,
      secretAccessKey: secret,
      region,
      service: 's3',
      retries: RETRIES,
    })
    this.#bucket = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  }

  async put(name: string, { path, type, sha256 }: Content): Promise<void> {
    const body = await readFile(path)
    const headers = { 'content-type': type, 'x-amz-content-sha256': sha256 }
    const answer = await this.#ask(name, { method: 'PUT', body, headers }, PATIENCE_MS + body.length / BYTES_A_MS)
    if (!answer.ok) throw await failure('PUT', answer)
    await answer.body?.cancel()
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
      return await this.#client.fetch(`${this.#bucket}/${name}`, {
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

// The store's own words name the cause; an XML document of any length is too much for a log.
async function failure(method: string, answer: Response): Promise<StoreFailed> {
  const cause = `${method} was answered with ${answer.status}: ${(await answer.text()).slice(0, 300)}`
  return answer.status === 507 ? new StoreFull(cause) : new StoreFailed(cause)
}
