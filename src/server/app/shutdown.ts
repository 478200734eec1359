import type { Logger } from 'pino'

interface Step {
  name: string
  withinMs: number
  stop: () => Promise<unknown>
}

/** What was started is stopped in the opposite order, each part in a time of its own. */
export class Shutdown {
  #steps: Step[] = []
  #log: Logger
  #done: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  get begun(): boolean {
    return this.#done !== undefined
  }

  /** Registers how a part that was just started is stopped. */
  add(name: string, withinMs: number, stop: () => Promise<unknown>): void {
    this.#steps.push({ name, withinMs, stop })
  }

  run(): Promise<void> {
    this.#done ??= this.#run()
    return this.#done
  }

  async #run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await this.#take(step)
  }

  async #take({ name, withinMs, stop }: Step): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not done after ${withinMs} ms`)), withinMs)
    })
    try {
      await Promise.race([stop(), late])
    } catch (error) {
      this.#log.warn({ err: error, part: name }, 'a part did not stop cleanly')
    } finally {
      clearTimeout(timer)
    }
  }
}
