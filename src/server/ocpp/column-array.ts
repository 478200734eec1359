/** Element types by their OIDs in PostgreSQL's catalogue, which never change. */
const oid = { bool: 16, int8: 20, int4: 23, text: 25, float8: 701, timestamptz: 1184 } as const

const HEADER = 20
// Instants travel as microseconds since 2000.
const EPOCH_2000_MS = 946_684_800_000

/**
 * One column of a batch as PostgreSQL's binary array, for `unnest($1::bigint[], …)`. A thousand frames go
 * into the statement by copying bytes: as text, every quote of every frame would be escaped here and unescaped there.
 */
export class ColumnArray {
  readonly #type: keyof typeof oid
  #bytes: Buffer
  #end = HEADER
  #count = 0
  #nulls = 0

  constructor(type: keyof typeof oid, capacity = 4096) {
    this.#type = type
    this.#bytes = Buffer.allocUnsafe(HEADER + capacity)
  }

  missing(): void {
    this.#reserve(4)
    this.#end = this.#bytes.writeInt32BE(-1, this.#end)
    this.#nulls = 1
    this.#count++
  }

  bool(value: boolean): void {
    this.#begin(1)
    this.#end = this.#bytes.writeUInt8(value ? 1 : 0, this.#end)
  }

  int4(value: number | null) {
    if (value === null) return this.missing()
    this.#begin(4)
    this.#end = this.#bytes.writeInt32BE(value, this.#end)
  }

  /** A whole number within ±2^53. */
  int8(value: number | null) {
    if (value === null) return this.missing()
    this.#begin(8)
    this.#bytes.writeInt32BE(Math.floor(value / 4_294_967_296), this.#end)
    this.#end = this.#bytes.writeUInt32BE(value >>> 0, this.#end + 4)
  }

  float8(value: number | null) {
    if (value === null) return this.missing()
    this.#begin(8)
    this.#end = this.#bytes.writeDoubleBE(value, this.#end)
  }

  /** Epoch milliseconds, whole. */
  timestamptz(value: number | null): void {
    this.int8(value === null ? null : (value - EPOCH_2000_MS) * 1000)
  }

  text(value: string | null) {
    if (value === null) return this.missing()
    const most = value.length * 3 // bytes of UTF-8 that a UTF-16 unit may need
    this.#reserve(4 + most)
    const written = this.#bytes.write(value, this.#end + 4, most, 'utf8')
    this.#bytes.writeInt32BE(written, this.#end)
    this.#end += 4 + written
    this.#count++
  }

  /** The finished parameter; the array must not be added to afterwards. */
  finish(): Buffer {
    this.#bytes.writeInt32BE(1, 0) // dimensions
    this.#bytes.writeInt32BE(this.#nulls, 4)
    this.#bytes.writeInt32BE(oid[this.#type], 8)
    this.#bytes.writeInt32BE(this.#count, 12)
    this.#bytes.writeInt32BE(1, 16) // lower bound
    return this.#bytes.subarray(0, this.#end)
  }

  #begin(size: number): void {
    this.#reserve(4 + size)
    this.#end = this.#bytes.writeInt32BE(size, this.#end)
    this.#count++
  }

  #reserve(more: number): void {
    const needed = this.#end + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}
