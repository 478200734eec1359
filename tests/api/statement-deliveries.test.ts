import { readXlsx } from 'hucre/xlsx'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Outbox } from '../../src/server/messages/outbox.ts'
import { send } from '../../src/server/messages/port.ts'
import type { Letter } from '../../src/server/messages/senders/sender.ts'
import { deliverStatements } from '../../src/server/statements/deliver.ts'
import { sendStatement } from '../../src/shared/endpoints/statements.ts'
import { makeOrder, makePile, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** A month's statement goes out once, with its orders, also when a server is killed in between. */

let server: TestServer
let site: number
const PORTS = { send, publicUrl: 'https://console.example.com' }
const NOVEMBER = new Date('2025-11-03T01:00:00Z')

beforeAll(async () => {
  server = await startServer()
  site = (await makeSite(server.db, { name: 'Lujiazui' })).id
  const pile = await makePile(server.db, { site_id: site })
  for (const total_cents of [1_250, 990])
    await makeOrder(server.db, {
      ...{ pile_id: pile.id, site_id: site, total_cents },
      ...{ started_at: '2025-10-12T02:00:00Z', ended_at: '2025-10-12T03:00:00Z' },
    })
})
afterAll(() => server.stop())

const path = '/system/statement-delivery'
const draft = (more: object = {}) => ({
  ...{ name: `Owner ${Math.random()}`, site_id: site, merchant_id: null, email: 'owner@example.com' },
  ...{ language: 'en', day: 3, status: 'enabled', ...more },
})
const create = async (more: object = {}): Promise<number> => {
  const { code, data, message } = await server.call(`${path}/create`, draft(more))
  expect(code, message).toBe(200)
  return data.id
}
const mailsTo = (to: string) =>
  server.db
    .selectFrom('message')
    .leftJoin('message_attachment', 'message_attachment.message_id', 'message.id')
    .select(['message.id', 'subject', 'body', 'name', 'content'])
    .where('recipient', '=', to)
    .orderBy('message.id')
    .execute()

test('what is due goes once, in its own language, with every order', async () => {
  await create({ email: 'en@example.com' })
  await create({ email: 'zh@example.com', language: 'zh-CN' })
  await create({ email: 'later@example.com', day: 4 })
  await create({ email: 'off@example.com', status: 'disabled' })
  expect(await deliverStatements(server.db, PORTS, NOVEMBER)).toBe(2)
  expect(await deliverStatements(server.db, PORTS, NOVEMBER)).toBe(0)
  const [mail, ...more] = await mailsTo('en@example.com')
  expect([more, mail?.subject]).toEqual([[], 'Lujiazui: statement for October 2025'])
  expect(mail?.body).toMatch(
    /Billed: ¥ 22\.40.*https:\/\/console\.example\.com\/operationManagement\/statement\?of=site/s,
  )
  const { sheets } = await readXlsx(mail?.content as Buffer)
  expect(sheets.at(-1)?.rows).toHaveLength(3)
  expect((await mailsTo('zh@example.com'))[0]?.subject).toBe('Lujiazui 2025年10月对账单')
  expect([...(await mailsTo('later@example.com')), ...(await mailsTo('off@example.com'))]).toEqual([])
  // A day later the other one is due, and nothing twice.
  expect(await deliverStatements(server.db, PORTS, new Date('2025-11-04T01:00:00Z'))).toBe(1)
})

test('one that breaks off leaves neither a mail nor a mark', async () => {
  const id = await create({ email: 'broken@example.com' })
  const breaks = { ...PORTS, send: () => Promise.reject(new Error('killed here')) }
  await expect(deliverStatements(server.db, breaks, NOVEMBER)).rejects.toThrow('killed here')
  const { sent_month } = await server.db
    .selectFrom('statement_delivery')
    .select('sent_month')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([sent_month, await mailsTo('broken@example.com')]).toEqual([null, []])
  expect(await deliverStatements(server.db, PORTS, NOVEMBER)).toBe(1)
})

test('two servers at once send one', async () => {
  await create({ email: 'twice@example.com' })
  const [one = 0, other = 0] = await Promise.all([0, 1].map(() => deliverStatements(server.db, PORTS, NOVEMBER)))
  expect([one + other, (await mailsTo('twice@example.com')).length]).toEqual([1, 1])
})

test('the file goes along with the mail', async () => {
  const letters: Letter[] = []
  const take = {
    service: 'test',
    async send(letter: Letter) {
      letters.push(letter)
      return null
    },
  }
  const [mail] = await mailsTo('twice@example.com')
  const outbox = new Outbox({
    ...{ db: server.db, log: pino({ level: 'silent' }), changed: () => {} },
    senders: { mail: take, sms: null, wechat: null },
  })
  // The server's own outbox may be faster, and has nobody to send by.
  const taken = async () => {
    await server.db
      .updateTable('message')
      .set({ state: 'queued', next_try_at: new Date(0).toISOString() } as never)
      .where('id', '=', mail?.id ?? 0)
      .execute()
    await outbox.sendDue()
    return letters.find(({ id }) => id === mail?.id)
  }
  await expect.poll(taken).toBeDefined()
  const letter = letters.find(({ id }) => id === mail?.id)
  expect([letter?.attachment?.name, letter?.attachment?.content.length]).toEqual([
    'Statement Lujiazui 2025-10.xlsx',
    mail?.content?.length,
  ])
})

test('a person sends the last month at once, who may', async () => {
  const id = await create({ email: 'now@example.com' })
  expect((await server.call(sendStatement, { id })).code).toBe(200)
  expect((await server.call(sendStatement, { id })).code).toBe(200)
  expect(await mailsTo('now@example.com')).toHaveLength(2)
  const reader = await server.signIn({ permissions: ['statement_delivery.list'] })
  expect((await server.call(sendStatement, { id }, { as: reader })).code).toBe(403)
  const scoped = await server.signIn({
    permissions: ['statement_delivery.send'],
    data_scope: 'sites',
    site_ids: [site],
  })
  expect((await server.call(sendStatement, { id }, { as: scoped })).code).toBe(404)
})

test.each([
  ['neither', { site_id: null }],
  ['both', { merchant_id: 1 }],
])('%s is refused at its field', async (_, more) => {
  const merchant = await server.db
    .insertInto('merchant')
    .values({ name: `M ${Math.random()}`, status: 'enabled' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const given = 'merchant_id' in more ? { merchant_id: merchant.id } : more
  const { code, data } = await server.call(`${path}/create`, draft(given))
  expect([code, Object.keys(data.errors)]).toEqual([422, ['merchant_id']])
})
