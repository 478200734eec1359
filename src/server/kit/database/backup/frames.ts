import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/*
 * A backup is a gzip file of frames: four bytes of length, then as much content. An object's content is JSON; a
 * table's rows are frames of PostgreSQL's COPY text, ended by an empty one.
 */

const longest = 64 * 1024 * 1024

export class FrameWriter {
  #out: Writable
  #signal: AbortSignal | undefined
  #failure: Error | undefined

  /** Aborted, it writes no further frame: anyone who writes learns why. */
  constructor(out: Writable, signal?: AbortSignal) {
    this.#out = out
    this.#signal = signal
    out.on('error', (error) => {
      this.#failure = error
    })
  }

  object(value: object): Promise<void> {
    return this.bytes(Buffer.from(JSON.stringify(value)))
  }

  async bytes(content: Buffer): Promise<void> {
    this.#signal?.throwIfAborted()
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    this.#out.write(length)
    if (this.#out.write(content) || content.length === 0) return
    if (this.#failure) throw this.#failure
    await once(this.#out, 'drain')
  }
}

/** The file is no backup of ours, or not whole. */
export class BadBackup extends Error {}

export class FrameReader {
  #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: Readable) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async object<T>(): Promise<T> {
    const content = await this.bytes()
    try {
      return JSON.parse(content.toString()) as T
    } catch {
      throw new BadBackup('The file is damaged.')
    }
  }

  async bytes(): Promise<Buffer> {
    const length = (await this.#exactly(4)).readUInt32BE()
    if (length > longest) throw new BadBackup('The file is no backup of Chargedeck.')
    return this.#exactly(length)
  }

  /** Whether nothing follows. */
  async ended(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#next()
      if (done) return true
      this.#rest = value
    }
    return false
  }

  /** The rows of a table as they were copied, up to the empty frame. */
  async *rows(): AsyncGenerator<Buffer> {
    for (let content = await this.bytes(); content.length > 0; content = await this.bytes()) yield content
  }

  async #exactly(length: number): Promise<Buffer> {
    const parts = [this.#rest]
    let have = this.#rest.length
    while (have < length) {
      const { value, done } = await this.#next()
      if (done) throw new BadBackup('The file ends too early: it is damaged.')
      parts.push(value)
      have += value.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(length)
    return all.subarray(0, length)
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next()
    } catch (error) {
      throw new BadBackup(`The file cannot be read: ${(error as Error).message}`)
    }
  }
}
