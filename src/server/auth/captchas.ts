import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import type { WorkDone, WorkToDo } from '../../shared/endpoints/auth.ts'
import type { Database } from '../kit/database/tables.ts'
import { wrongField } from '../kit/refusal.ts'
import { keyedSha256 } from '../kit/sha256.ts'
import { isWorkDone, newWork } from './proof-of-work.ts'

const GOOD_FOR_MS = 120_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// Four characters without those that look alike; in one hue, so that none is told from the lines by its colour.
const PICTURE = { size: 4, noise: 2, ignoreChars: '0oO1lIi', color: false }
const PAPER = '#f2f4f7'
/** Twice the size that it is shown in: phones have fine screens. */
const WIDTH = 300
const HEIGHT = 100

export interface Drawn {
  id: string
  /** A data address of a JPEG: pixels, and nothing else of how it was drawn. */
  image: string
  work: WorkToDo
}

/** What was read from a picture, and the work that was done for it. */
export interface PictureRead {
  captcha_id?: string | undefined
  code?: string | undefined
  work?: WorkDone | undefined
}

/**
 * Picture codes: each good for one attempt within two minutes. Both are a nuisance to programs and no more: what bounds
 * guessing are the limits of `Attempts`.
 */
export class Captchas {
  readonly #db: Kysely<Database>
  readonly #key: Uint8Array

  /** The key keeps the answers from anyone who can read the database. */
  constructor(db: Kysely<Database>, key: Uint8Array) {
    this.#db = db
    this.#key = key
  }

  /** Draws a code. */
  async draw(): Promise<Drawn> {
    const { text, data } = svgCaptcha.create(PICTURE)
    const id = randomUUID()
    const [image, work] = await Promise.all([pixelsOf(data), newWork(this.#key)])
    const expires_at = new Date(Date.now() + GOOD_FOR_MS).toISOString()
    await this.#db
      .insertInto('captcha')
      .values({ id, answer_hash: this.#hash(id, text), work: JSON.stringify(work), expires_at })
      .execute()
    return { id, image: `data:image/jpeg;base64,${image.toString('base64')}`, work }
  }

  /**
   * Uses the picture's one attempt up; refused at `code` when it is spent, too old, the code is not what it shows, or the work
   * was not done.
   */
  async check({ captcha_id = '', code = '', work }: PictureRead): Promise<void> {
    const drawn = UUID.test(captcha_id)
      ? await this.#db
          .deleteFrom('captcha')
          .where('id', '=', captcha_id)
          .returning(['answer_hash', 'expires_at', 'work'])
          .executeTakeFirst()
      : undefined
    const fits = drawn?.answer_hash === this.#hash(captcha_id, code) && Date.parse(drawn.expires_at) > Date.now()
    if (!fits) throw wrongField('code', 'wrong_code')
    if (!(await isWorkDone(drawn.work, work, this.#key))) throw wrongField('code', 'picture_work')
  }

  tidy(): Promise<unknown> {
    return this.#db.deleteFrom('captcha').where('expires_at', '<', new Date().toISOString()).execute()
  }

  #hash(id: string, code: string): string {
    return keyedSha256(this.#key, `${id} ${code.trim().toLowerCase()}`)
  }
}

/** The outlines of the characters name them to any program; grain makes no two pictures of one alike. */
async function pixelsOf(svg: string): Promise<Buffer> {
  const grain = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 36 },
    },
  })
    .png()
    .toBuffer()
  return sharp(Buffer.from(svg), { density: 144 })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .flatten({ background: PAPER })
    .jpeg({ quality: 62 })
    .toBuffer()
}
