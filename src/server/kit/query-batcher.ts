interface Asked<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

interface Options {
  /** One query after the other: what is asked while one is under way waits for the next. */
  inTurns?: boolean
  /** Questions of one query. */
  most?: number
}

/** Questions that come within one turn of the loop are answered by one query: a storm of piles costs a few of them. */
export class QueryBatcher<Question, Answer> {
  readonly #ask: (questions: Question[]) => Promise<Answer[]>
  readonly #inTurns: boolean
  readonly #most: number
  #waiting: Asked<Question, Answer>[] = []
  #isUnderWay = false

  /** `ask` answers each question, in their order. */
  constructor(ask: (questions: Question[]) => Promise<Answer[]>, { inTurns = false, most = Infinity }: Options = {}) {
    this.#ask = ask
    this.#inTurns = inTurns
    this.#most = most
  }

  ask(question: Question): Promise<Answer> {
    const isFirst = this.#waiting.length === 0
    if (isFirst && !(this.#inTurns && this.#isUnderWay)) setImmediate(() => void this.#answerAll())
    return new Promise((resolve, reject) => this.#waiting.push({ question, resolve, reject }))
  }

  async #answerAll(): Promise<void> {
    this.#isUnderWay = true
    while (this.#waiting.length > 0) {
      const answered = this.#answer(this.#waiting.splice(0, this.#most))
      if (this.#inTurns) await answered
    }
    this.#isUnderWay = false
  }

  async #answer(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#ask(asked.map(({ question }) => question))
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}
