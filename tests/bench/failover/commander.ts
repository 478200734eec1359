import { randomUUID } from 'node:crypto'
import { callPile } from '../../../src/shared/endpoints/piles.ts'
import { pause } from '../load.ts'

const EVERY_MS = 200
const PATIENCE_MS = 15_000

interface Options {
  /** Of the nodes together. */
  url: string
  password: string
  /** Gives a station to ask. */
  station(): string
}

/** Asks piles for something all the while, as a person does: each command bears a name, by which its pile counts how often it came. */
export class Commander {
  readonly #options: Options
  readonly #came = new Map<string, number>()
  readonly #asked: string[] = []
  readonly #done = new Set<string>()
  #token = ''
  #isOver = false

  constructor(options: Options) {
    this.#options = options
  }

  /** A pile was given this command. */
  came(id: string): void {
    this.#came.set(id, (this.#came.get(id) ?? 0) + 1)
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      await this.#ask().catch(() => {
        this.#token = ''
      })
      await pause(EVERY_MS)
    }
  }

  end(): void {
    this.#isOver = true
  }

  /** `lost`: of which a person was told that the pile did them, and which it never had. */
  get outcome() {
    const times = (id: string) => this.#came.get(id) ?? 0
    return {
      asked: this.#asked.length,
      done: this.#done.size,
      twice: this.#asked.filter((id) => times(id) > 1).length,
      lost: [...this.#done].filter((id) => times(id) === 0).length,
    }
  }

  async #ask(): Promise<void> {
    const { password: secret, station } = this.#options
    this.#token ||= String((await this.#post('/system/login', { username: 'admin', password: secret })).token)
    const id = randomUUID()
    this.#asked.push(id)
    const payload = { vendorId: 'bench', data: id }
    const asked = { station_number: station(), action: 'DataTransfer', payload }
    const { answer } = await this.#post(callPile.path, asked)
    if (answer) this.#done.add(id)
  }

  async #post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.#options.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.#token && { authorization: `Bearer ${this.#token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { data, message } = (await response.json()) as { data: Record<string, unknown> | null; message: string }
    if (!data) throw new Error(`${path}: ${message}`)
    return data
  }
}
