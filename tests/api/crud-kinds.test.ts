import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crud } from '../../src/server/kit/crud/crud.ts'
import { installKit, kitOptions } from '../../src/server/kit/install.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { keptRichText } from '../../src/server/kit/rich-text.ts'
import { entity } from '../../src/shared/kit/entity.ts'
import * as f from '../../src/shared/kit/fields.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

/** The kinds that no entity of the console has yet, on a table of their own. */
const poster = entity('poster', {
  within: 'everybody',
  path: '/poster',
  calls: { list: 'index', create: 'create', update: 'update' },
  fields: {
    name: f.text({ slot: 'title', search: true }),
    colours: f.choices(['red', 'green', 'blue'], { filter: true }),
    marks: f.choices(['a', 'b'], { optional: true, filter: true }),
    ink: f.colour({ optional: true, filter: true }),
    stars: f.rating({ optional: true, filter: true }),
    share: f.slider({ min: 0, most: 100, step: 10, filter: true, initial: 50 }),
    body: f.richText(),
    note: f.richText({ optional: true }),
  },
})

let database: FreshDatabase
let app: FastifyInstance
beforeAll(async () => {
  database = await freshDatabase()
  await sql`create table poster (
    id bigint generated always as identity primary key, name text not null, colours text[] not null, marks text[],
    ink text, stars int, share int not null, body text not null, note text, version int not null default 1,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now())`.execute(database.db)
  app = Fastify(kitOptions)
  installKit(app, {
    db: database.db,
    repeatKey: new Uint8Array(32),
    identify: async () => ({ ...NOBODY, id: 7, user_name: 'ann', permissions: ['*'] }),
    changed: () => {},
  })
  app.register(async (scope) => crud(scope, poster))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const post = async (last: string, payload: object) =>
  (await app.inject({ method: 'POST', url: `/poster/${last}`, payload, headers: { authorization: 'Bearer x' } })).json()
const draft = { name: 'One', colours: ['blue', 'red', 'red'], body: '<p>Hello</p>' }

describe('the kinds of the generic form', () => {
  test('are kept, each in its column, and come back', async () => {
    const { data } = await post('create', { ...draft, marks: [], ink: '#AABBCC', stars: 5, note: '' })
    expect(data).toMatchObject({
      colours: ['red', 'blue'],
      marks: null,
      ink: '#aabbcc',
      stars: 5,
      share: 50,
      note: null,
    })
    const changed = await post('update', { id: data.id, version: data.version, marks: ['b'], share: 30, stars: null })
    expect(changed.data).toMatchObject({ marks: ['b'], share: 30, stars: null })
  })

  test.each([
    ['colours', []],
    ['colours', ['pink']],
    ['colours', 'red'],
    ['ink', 'red'],
    ['ink', '#12345'],
    ['stars', 0],
    ['stars', 6],
    ['share', 35],
    ['share', 110],
    ['body', ''],
    ['body', '<script>alert(1)</script>'],
    ['body', 'x'.repeat(20_001)],
  ])('are refused at the field when they do not fit: %s %o', async (name, value) => {
    const { code, data } = await post('create', { ...draft, [name]: value })
    expect([code, Object.keys(data.errors).map((path) => path.split('.')[0])]).toEqual([422, [name]])
  })

  test('are filtered by: several by any of them, figures by their range', async () => {
    await post('create', { ...draft, name: 'Green', colours: ['green'], ink: '#00ff00', stars: 3, share: 90 })
    const names = async (query: object) =>
      (await post('index', query)).data.rows.map(({ name }: { name: string }) => name)
    expect(await names({ colours: ['green', 'blue'] })).toEqual(expect.arrayContaining(['Green', 'One']))
    expect(await names({ colours: ['green'] })).toEqual(['Green'])
    expect(await names({ share: { from: 60 } })).toEqual(['Green'])
    expect(await names({ stars: 3, ink: '#00ff00' })).toEqual(['Green'])
    expect((await post('index', { colours: ['pink'] })).code).toBe(422)
  })
})

describe('a rich text keeps', () => {
  test.each([
    [
      'headings, lists and marks',
      '<h2>A</h2><ul><li><p>b <strong>c</strong></p></li></ul>',
      '<h2>A</h2><ul><li><p>b <strong>c</strong></p></li></ul>',
    ],
    ['links that lead out', '<a href="https://a.cn">x</a>', '<a href="https://a.cn">x</a>'],
    ['no script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['no handler and no style', '<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
    ['no address that runs', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['no address in disguise', '<a href="java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['no image, frame or form', '<img src=x onerror=y><iframe src=z></iframe><form><input></form>a', 'a'],
    ['nothing of what was never closed', '<p>a<svg/onload=alert(1)>', '<p>a</p>'],
    ['nothing when there is no word in it', '<p> </p><br>', ''],
  ])('%s', (_, html, kept) => expect(keptRichText(html)).toBe(kept))
})
