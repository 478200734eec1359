import { FRAME_HEAD_BYTES } from '../../../shared/kit/sheets.ts'

/**
 * Puts before each part of a file how long it is and how many rows are written so far. An empty part says that the
 * file is whole: whoever does not see it knows that something is missing, even where a proxy ended the answer politely.
 */
export async function* framed(parts: AsyncIterable<Uint8Array>, rows: () => number): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    yield head(part.length, rows())
    yield part
  }
  yield head(0, rows())
}

function head(length: number, rows: number): Uint8Array {
  const bytes = Buffer.alloc(FRAME_HEAD_BYTES)
  bytes.writeUInt32BE(length, 0)
  bytes.writeUInt32BE(rows, 4)
  return bytes
}
