import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'

export interface ProgramOptions {
  env?: Record<string, string>
  /** What it says goes there. */
  log: string
  /** Called when it ended without being asked to. */
  onLost?(): void
}

/** A program of the cluster in a process of its own, which a Ctrl-C of ours does not reach. */
export class Program {
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  #said = ''
  #asked = false

  constructor(file: string, args: readonly string[], { env = {}, log, onLost }: ProgramOptions) {
    const own = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
    this.#child = spawn(file, args, {
      env: { ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    const file_ = createWriteStream(log, { flags: 'a' })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        if (this.#said.length < 100_000) this.#said += chunk
        file_.write(chunk)
      })
    this.#ended = new Promise((resolve) => {
      let over = false
      // One that cannot be started may say both.
      const end = () => {
        if (over) return
        over = true
        file_.end()
        if (!this.#asked) onLost?.()
        resolve()
      }
      this.#child.once('close', end).once('error', end)
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get said(): string {
    return this.#said
  }

  /** Resolves once it has said this; rejects when it ends before. */
  async says(pattern: RegExp): Promise<void> {
    let over = false
    const ended = this.#ended.then(() => {
      over = true
    })
    while (!pattern.test(this.#said)) {
      if (over) throw new Error(`It ended at once:\n${this.#said}`)
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))])
    }
  }

  /** `SIGKILL` is what a power cut does: who watches it learns of it. Any other is asked for. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    if (signal !== 'SIGKILL') this.#asked = true
    this.#child.kill(signal)
    await this.#ended
  }

  /** For good, within this time. */
  async stop(withinMs = 15_000): Promise<void> {
    this.#asked = true
    const late = setTimeout(() => this.#child.kill('SIGKILL'), withinMs)
    this.#child.kill('SIGTERM')
    await this.#ended
    clearTimeout(late)
  }
}
