import fs from 'node:fs'

const AGAIN_MS = 100
/** Of a reader that does not read; what comes beyond that is dropped. */
const MOST_BYTES = 16 * 1024 * 1024
/** Times that a process which ends tries a reader that is slow, a moment apart. */
const LAST_TRIES = 20
const MOMENT_MS = 10

type Output = Pick<typeof fs, 'write' | 'writeSync'>

/**
 * Where lines of the log go. A reader that is slow is waited for beside the work, one that is gone for ever is written to no more, and a process
 * that ends waits for neither: pino's own output tries without an end then, and the process stays as one that answers nobody.
 */
export class LogOutput {
  readonly #fd: number
  readonly #output: Output
  #waiting: Buffer[] = []
  #bytes = 0
  /** What is being written. */
  #part: Buffer | null = null
  #isGone = false

  constructor(fd: number, output: Output = fs) {
    this.#fd = fd
    this.#output = output
  }

  write(line: string): void {
    if (this.#isGone || this.#bytes > MOST_BYTES) return
    const part = Buffer.from(line)
    this.#waiting.push(part)
    this.#bytes += part.length
    if (!this.#part) this.#next()
  }

  /** What waits, as far as it is taken. */
  flushSync(): void {
    const parts = this.#part ? [this.#part, ...this.#waiting] : this.#waiting
    let rest = Buffer.concat(parts)
    for (let tries = 0; rest.length > 0 && tries < LAST_TRIES && !this.#isGone; ) {
      try {
        rest = rest.subarray(this.#output.writeSync(this.#fd, rest))
      } catch (error) {
        tries++
        if (isBusy(error)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MOMENT_MS)
        else this.#forget()
      }
    }
    // One that is under way is written twice at the worst.
    this.#waiting = rest.length > 0 ? [rest] : []
    this.#bytes = rest.length
  }

  #next(): void {
    const part = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#part = part.length > 0 ? part : null
    if (this.#part) this.#writePart(part)
  }

  #writePart(part: Buffer): void {
    this.#output.write(this.#fd, part, (error, written) => {
      if (error && !isBusy(error)) return this.#forget()
      const taken = error ? 0 : written
      this.#bytes = Math.max(0, this.#bytes - taken)
      const rest = part.subarray(taken)
      if (rest.length === 0) return this.#next()
      this.#part = rest
      setTimeout(() => this.#writePart(rest), error ? AGAIN_MS : 0).unref()
    })
  }

  #forget(): void {
    this.#isGone = true
    this.#part = null
    this.#waiting = []
    this.#bytes = 0
  }
}

const isBusy = (error: unknown) => ['EAGAIN', 'EBUSY'].includes(String((error as NodeJS.ErrnoException).code))
