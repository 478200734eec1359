import { createInflateRaw } from 'node:zlib'
import { cellTooLarge, LIMITS, unpacksTooLarge } from './sheet-limits.ts'

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const END_BYTES = 22
const MOST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

interface Part {
  name: Buffer
  crc: number
  content: Buffer
}

/**
 * A workbook's XML unpacked under limits and packed anew without compression: what reads it afterwards has nothing to
 * unpack and sees no entry twice. Sizes that the file says of itself (APPNOTE 4.3.12) are not believed. Refuses with 422.
 */
export async function unpacked(zip: Buffer): Promise<Buffer> {
  const parts: Part[] = []
  let total = 0
  for (const { name, method, crc, packed } of entriesOf(zip)) {
    if (!/\.(xml|rels)$/i.test(name.toString('latin1'))) continue // pictures and the like say nothing here
    const content = await contentOf(packed, method, LIMITS.unpacked - total)
    total += content.length
    parts.push({ name, crc, content })
  }
  return packedAnew(parts)
}

interface Entry {
  name: Buffer
  method: number
  crc: number
  packed: Buffer
}

function* entriesOf(zip: Buffer): Generator<Entry> {
  const end = directoryEnd(zip)
  const count = end < 0 ? 0 : zip.readUInt16LE(end + 10)
  if (count === 0 || count > LIMITS.entries) throw unpacksTooLarge()
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw unpacksTooLarge()
    const nameLength = zip.readUInt16LE(at + 28)
    yield {
      name: zip.subarray(at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packed: packedBytes(zip, zip.readUInt32LE(at + 42), zip.readUInt32LE(at + 20)),
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

function packedBytes(zip: Buffer, at: number, length: number): Buffer {
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== LOCAL_ENTRY) throw unpacksTooLarge()
  const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  return zip.subarray(from, from + length)
}

function directoryEnd(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - END_BYTES - MOST_COMMENT); at--)
    if (zip.readUInt32LE(at) === DIRECTORY_END) return at
  return -1
}

async function contentOf(packed: Buffer, method: number, most: number): Promise<Buffer> {
  if (method !== STORED && method !== DEFLATED) throw unpacksTooLarge()
  const look = runLooker()
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size > most) throw unpacksTooLarge()
    look(chunk)
    chunks.push(chunk)
  }
  if (method === STORED) take(packed)
  else {
    const inflate = createInflateRaw({ chunkSize: 256 * 1024 })
    inflate.end(packed)
    for await (const chunk of inflate) take(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const [OPENS, CLOSES] = [0x3c, 0x3e] // < and >

/** Throws when a text or a tag is longer than a cell may be; looks at the bytes as they come. */
function runLooker(): (chunk: Buffer) => void {
  let run = 0
  return (chunk) => {
    let last = -1
    for (let at = nextMark(chunk, 0); at >= 0; at = nextMark(chunk, at + 1)) {
      if (run + at - last > LIMITS.cellBytes) throw cellTooLarge()
      run = 0
      last = at
    }
    run += chunk.length - 1 - last
    if (run > LIMITS.cellBytes) throw cellTooLarge()
  }
}

function nextMark(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) if (chunk[at] === OPENS || chunk[at] === CLOSES) return at
  return -1
}

function packedAnew(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, crc, content } of parts) {
    const fixed = Buffer.alloc(26) // from the version on, alike in both headers
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt32LE(crc, 10)
    fixed.writeUInt32LE(content.length, 14)
    fixed.writeUInt32LE(content.length, 18)
    fixed.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([uint32(LOCAL_ENTRY), fixed, name])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([uint32(DIRECTORY_ENTRY), Buffer.from([20, 0]), fixed, rest, name]))
    pieces.push(local, content)
    at += local.length + content.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...pieces, list, uint32(DIRECTORY_END), end])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
