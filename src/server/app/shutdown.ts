import type { Logger } from 'pino'

interface Step {
  name: string
  withinMs: number
  stop: () => Promise<unknown>
  /** Ends it without waiting for anything. */
  force?: () => void
}

/** What was started is stopped in the opposite order, each part in a time of its own. */
export class Shutdown {
  #steps: Step[] = []
  #log: Logger
  #done: Promise<void> | undefined
  #unwinding: Promise<void> = Promise.resolve()
  #stopping = new Set<Step>()

  constructor(log: Logger) {
    this.#log = log
  }

  get begun(): boolean {
    return this.#done !== undefined
  }

  /** Registers how a part that was just started is stopped. */
  add(name: string, withinMs: number, stop: () => Promise<unknown>, force?: () => void): void {
    this.#steps.push({ name, withinMs, stop, force })
  }

  /** Ends at once what must not outlive the process. */
  force(): void {
    for (const { force } of [...this.#steps, ...this.#stopping]) force?.()
  }

  /** How many parts run. */
  get depth(): number {
    return this.#steps.length
  }

  /** Stops everything. */
  run(): Promise<void> {
    this.#done ??= this.#unwinding.then(() => this.#unwind(0))
    return this.#done
  }

  /** Stops what was started since there were so many parts. */
  backTo(depth: number): Promise<void> {
    this.#unwinding = this.#unwind(depth)
    return this.#unwinding
  }

  async #unwind(depth: number): Promise<void> {
    while (this.#steps.length > depth) {
      const step = this.#steps.pop()
      if (step) await this.#take(step)
    }
  }

  async #take(step: Step): Promise<void> {
    const { name, withinMs, stop } = step
    this.#stopping.add(step)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not done after ${withinMs} ms`)), withinMs)
    })
    try {
      await Promise.race([stop(), late])
    } catch (error) {
      this.#log.warn({ err: error, part: name }, 'a part did not stop cleanly')
    } finally {
      this.#stopping.delete(step)
      clearTimeout(timer)
    }
  }
}
