/** Questions that come within one turn of the loop are answered by one query: a storm of piles costs a few of them. */
export class QueryBatcher<Question, Answer> {
  readonly #ask: (questions: Question[]) => Promise<Answer[]>
  #waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []

  /** `ask` answers each question, in their order. */
  constructor(ask: (questions: Question[]) => Promise<Answer[]>) {
    this.#ask = ask
  }

  ask(question: Question): Promise<Answer> {
    if (this.#waiting.length === 0) setImmediate(() => this.#answer())
    return new Promise((resolve, reject) => this.#waiting.push({ question, resolve, reject }))
  }

  async #answer() {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      const answers = await this.#ask(waiting.map(({ question }) => question))
      for (const [index, { resolve }] of waiting.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}
