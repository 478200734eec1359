import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import svgCaptcha from 'svg-captcha'
import type { Database } from '../kit/database/tables.ts'
import { wrongField } from '../kit/refusal.ts'
import { keyedSha256 } from '../kit/sha256.ts'

const GOOD_FOR_MS = 120_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// Four characters without those that look alike.
const PICTURE = { size: 4, noise: 2, ignoreChars: '0oO1lIi', background: '#f2f4f7', color: true }

/** Picture codes: each good for one attempt within two minutes. */
export class Captchas {
  readonly #db: Kysely<Database>
  readonly #key: Uint8Array

  /** The key keeps the answers from whoever can read the database. */
  constructor(db: Kysely<Database>, key: Uint8Array) {
    this.#db = db
    this.#key = key
  }

  /** Draws a code; `image` is an SVG data address. */
  async draw(): Promise<{ id: string; image: string }> {
    const { text, data } = svgCaptcha.create(PICTURE)
    const id = randomUUID()
    const expires_at = new Date(Date.now() + GOOD_FOR_MS).toISOString()
    await this.#db
      .insertInto('captcha')
      .values({ id, answer_hash: this.#hash(id, text), expires_at })
      .execute()
    return { id, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
  }

  /** Uses the picture's one attempt up; refused when it is spent, too old, or the code is not what it shows. */
  async check(id = '', code = ''): Promise<void> {
    const drawn = UUID.test(id)
      ? await this.#db
          .deleteFrom('captcha')
          .where('id', '=', id)
          .returning(['answer_hash', 'expires_at'])
          .executeTakeFirst()
      : undefined
    const fits = drawn?.answer_hash === this.#hash(id, code) && Date.parse(drawn.expires_at) > Date.now()
    if (!fits) throw wrongField('code', 'wrong_code')
  }

  tidy(): Promise<unknown> {
    return this.#db.deleteFrom('captcha').where('expires_at', '<', new Date().toISOString()).execute()
  }

  #hash(id: string, code: string): string {
    return keyedSha256(this.#key, `${id} ${code.trim().toLowerCase()}`)
  }
}
