import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkAudit } from '../../src/server/app/audit-task.ts'
import { checkAndKeep, checkChain } from '../../src/server/logs/chain/check.ts'
import { sealAudit } from '../../src/server/logs/chain/seal.ts'
import { acknowledgeChain, type ChainProblem } from '../../src/shared/endpoints/audit-chain.ts'
import { makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let ids: number[]
afterAll(() => server.stop())
beforeEach(async () => {
  await server?.stop()
  server = await startServer()
  const site = await makeSite(server.db)
  for (const spaces of [31, 32, 33, 34]) await server.call('/system/park-lot/update', { id: site.id, spaces })
  await sealed()
  const rows = await server.db.selectFrom('audit_seal').select('entry_id').orderBy('position').execute()
  ids = rows.map(({ entry_id }) => entry_id)
})

/** As who may switch triggers off. */
async function past(statement: string) {
  for (const table of ['audit_entry', 'audit_seal'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(server.db)
  await sql.raw(statement).execute(server.db)
  for (const table of ['audit_entry', 'audit_seal'])
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(server.db)
}
/** The server seals too: anyone who comes second waits for the first. */
const sealed = () =>
  expect
    .poll(async () => {
      await sealAudit(server.db)
      return server.db.selectFrom('audit_unsealed').select('entry_id').execute()
    })
    .toEqual([])
const found = async () => {
  await sealed()
  return (await checkChain(server.db)).problem
}
const acknowledge = (
  problem: ChainProblem | null,
  as = server.administrator,
  remark = 'a restore by hand, looked at by Chen',
) => server.call('/system/log/chain/acknowledge', { ...problem, remark }, { as })
const change = (id = ids[2], name = 'li') => past(`update audit_entry set user_name = '${name}' where id = ${id}`)

test('anyone who may do everything lets a break be, with a reason that is chained; checks go on after it', async () => {
  await change()
  const problem = await found()
  expect(problem).toMatchObject({ why: 'changed', entry_id: ids[2] })
  expect((await acknowledge(problem)).data).toMatchObject({ whole: true, problem: null })
  await sealed()
  await expect(checkAudit(server.db)).resolves.toMatchObject({ said: 'audit_whole' })
  const written = await server.db
    .selectFrom('audit_entry as e')
    .innerJoin('audit_seal as s', 's.entry_id', 'e.id')
    .select(['e.user_id', 'e.after'])
    .where('e.action', '=', 'acknowledge')
    .execute()
  expect(written).toEqual([
    { user_id: server.administrator.id, after: expect.objectContaining({ remark: expect.stringContaining('Chen') }) },
  ])
})

test('nobody else does, not without a reason, and not another problem than the one that stands first', async () => {
  await change()
  const problem = await found()
  const auditor = await server.signIn({ permissions: ['audit_entry.check', 'audit_entry.list'] })
  const near = await server.signIn({ permissions: ['*'], data_scope: 'department' })
  expect((await acknowledge(problem, auditor)).code).toBe(403)
  expect((await acknowledge(problem, near)).code).toBe(403)
  expect((await acknowledge(problem, undefined, ' ')).data.errors).toHaveProperty('remark')
  expect((await acknowledge({ why: 'changed', position: 1, entry_id: ids[0] ?? 0 })).code).toBe(409)
  expect((await server.call(acknowledgeChain.path, { ...problem, why: 'noted', remark: 'x' })).code).toBe(422)
  expect(await found()).toEqual(problem)
})

test('what is done to the same entry afterwards, or to another, is seen', async () => {
  await change()
  await acknowledge(await found())
  await change(ids[2], 'wang')
  expect(await found()).toMatchObject({ why: 'changed', entry_id: ids[2] })
  await change(ids[2], 'li')
  expect(await found()).toBeNull()
  await change(ids[1])
  expect(await found()).toMatchObject({ why: 'changed', entry_id: ids[1] })
  await acknowledge(await found())
  await past(
    `update audit_entry set after = '{}' where action = 'acknowledge' and id = (select max(id) from audit_entry)`,
  )
  expect(await found(), 'nor is an acknowledgement changed').toMatchObject({ why: 'changed' })
})

test('one after the other: a deleted entry, a gap, one that came past the seals', async () => {
  await past(`delete from audit_entry where id = ${ids[1]}`)
  await past(`delete from audit_entry where id = ${ids[2]}`)
  await past('delete from audit_seal where position = 3')
  await past(`insert into audit_entry (action, entity) values ('update', 'site')`)
  const seen = []
  for (let problem = await found(); problem; problem = await found()) {
    seen.push(problem.why)
    expect((await acknowledge(problem)).code).toBe(200)
  }
  expect(seen).toEqual(['missing', 'gap', 'unsealed'])
  expect(await found()).toBeNull()
})

test.each([
  ['that nobody had checked', false, ['end']],
  ['that a check had seen', true, ['checked', 'gap']],
])('after an end %s was cut off the log goes on and stays to be checked', async (_, checked, expected) => {
  if (checked) await checkAndKeep(server.db)
  await past(`delete from audit_entry where id in (${ids.slice(-2)})`)
  await past(`delete from audit_seal where entry_id in (${ids.slice(-2)})`)
  const seen = []
  for (let problem = await found(); problem; problem = await found()) {
    seen.push(problem.why)
    expect((await acknowledge(problem)).code).toBe(200)
  }
  expect(seen).toEqual(expected)
  await change(ids[0])
  expect(await found()).toMatchObject({ why: 'changed', entry_id: ids[0] })
})
