import type { Readable } from 'node:stream'

export interface Content {
  /** A local file that holds it; it may be moved away. */
  path: string
  type: string
  sha256: string
}

/** Bytes of a content, the last included. */
export interface Part {
  start: number
  end: number
}

/** Where the contents of files are kept, by a name of small letters, digits and points; in the folder `archive`, what programs read. */
export interface FileStore {
  /** Resolves when it is durable: a name that is there is there whole. */
  put(name: string, content: Content): Promise<void>
  /** Throws ContentGone when there is none of this name. With a part, `size` is that part's. */
  open(name: string, part?: Part): Promise<{ stream: Readable; size: number }>
  /** What is not there is gone already. */
  remove(name: string): Promise<void>
}

/** The store knows no content of this name. */
export class ContentGone extends Error {}

/** The store did not take or give what it was asked for. */
export class StoreFailed extends Error {}

/** There is no room for it. */
export class StoreFull extends StoreFailed {}
