const DIRECTORY_END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const MOST_COMMENT = 65_535

/** How large a zip says its parts are together (APPNOTE 4.3.12, 4.3.16), without unpacking any; Infinity when it is no zip. */
export function unpackedBytes(zip: Buffer): number {
  const end = directoryEnd(zip)
  if (end < 0) return Number.POSITIVE_INFINITY
  let total = 0
  let at = zip.readUInt32LE(end + 16)
  for (let entry = zip.readUInt16LE(end + 10); entry > 0; entry--) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) return Number.POSITIVE_INFINITY
    total += zip.readUInt32LE(at + 24)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return total
}

function directoryEnd(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - END_BYTES - MOST_COMMENT); at--)
    if (zip.readUInt32LE(at) === DIRECTORY_END) return at
  return -1
}
