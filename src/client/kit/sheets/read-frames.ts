import { FRAME_HEAD_BYTES } from '../../../shared/kit/sheets.ts'

/** The answer ended before the frame that says that the file is whole. */
export class BrokenFile extends Error {}

/** Takes a file with progress apart: gives its parts, and tells after each how many rows are written. */
export async function readFrames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onRows: (rows: number) => void,
): Promise<BlobPart[]> {
  const parts: BlobPart[] = []
  const bytes = new Bytes(body.getReader())
  for (;;) {
    const head = await bytes.take(FRAME_HEAD_BYTES)
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    onRows(view.getUint32(4))
    const length = view.getUint32(0)
    if (length === 0) return parts
    // A blob need not stay in the page's memory.
    parts.push(new Blob([await bytes.take(length)]))
  }
}

/** Bytes in the portions that are asked for, whatever the network cuts them into. */
class Bytes {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
  #rest = new Uint8Array(0)

  constructor(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
    this.#reader = reader
  }

  async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Uint8Array(length)
    let filled = 0
    while (filled < length) {
      if (this.#rest.length === 0) this.#rest = await this.#next()
      const portion = this.#rest.subarray(0, length - filled)
      taken.set(portion, filled)
      filled += portion.length
      this.#rest = this.#rest.subarray(portion.length)
    }
    return taken
  }

  async #next(): Promise<Uint8Array<ArrayBuffer>> {
    const { done, value } = await this.#reader.read()
    if (done) throw new BrokenFile()
    return value
  }
}
