import type { Readable } from 'node:stream'
import { Meaning, Refusal } from '../kit/refusal.ts'

export interface Content {
  /** A local file that holds it; it may be moved away. */
  path: string
  type: string
  sha256: string
}

/** The names of contents, and of what people and their programs look for by name. */
export const UPLOADED = /^[0-9a-f]{32}(\.thumbnail)?$/
export const ARCHIVED = /^archive\/[a-z-]+\/[a-z0-9_]+\.csv\.gz$/

/** Bytes of a content, the last included. */
export interface Part {
  start: number
  end: number
}

/** Where the contents of files are kept, by a name of small letters, digits and points; in the folders of `archive`, what programs read. */
export interface FileStore {
  /** Resolves when it is durable: a name that is there is there whole. Throws StoreFailed where the content is not what it is said to be. */
  put(name: string, content: Content, signal?: AbortSignal): Promise<void>
  /** Throws ContentGone when there is none of this name. With a part, `size` is that part's. */
  open(name: string, part?: Part): Promise<{ stream: Readable; size: number }>
  /** What is not there is gone already. */
  remove(name: string): Promise<void>
  /** Takes away what tries that began before this moment left of contents that never became whole; tells how many. */
  removeBroken(before: number): Promise<number>
}

/** The store knows no content of this name. */
export class ContentGone extends Meaning {
  get refusal() {
    return new Refusal(404, 'files:file_gone', { cause: this })
  }
}

/** The store did not take or give what it was asked for. */
export class StoreFailed extends Meaning {
  get refusal() {
    return new Refusal(503, 'files:storage_unavailable', { cause: this })
  }
}

/** There is no room for it. */
export class StoreFull extends StoreFailed {
  override get refusal() {
    return new Refusal(507, 'files:storage_full', { cause: this })
  }
}
