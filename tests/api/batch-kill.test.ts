import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makePileType, makeSite } from '../make.ts'
import { groundOfServers } from '../setup/ground.ts'

const QUANTITY = 10_000
const KILLS = 4

const ground = groundOfServers()

const taskOf = (id: number) =>
  ground.database.db.selectFrom('batch_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a server that is killed again and again makes each pile of a batch once', async () => {
  const [site, type] = [await makeSite(ground.database.db), await makePileType(ground.database.db, { guns: 2 })]
  const { id } = await ground.database.db
    .insertInto('batch_task')
    .values({ site_id: site.id, pile_type_id: type.id, quantity: QUANTITY, made: 0, worked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const midway: number[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    const server = await ground.serve()
    const wanted = (QUANTITY * kill) / (KILLS + 2)
    while ((await taskOf(id)).made < wanted) await new Promise((resolve) => setTimeout(resolve, 1))
    server.child.kill('SIGKILL')
    await server.ended
    midway.push((await taskOf(id)).made)
  }
  expect(
    midway.every((made) => made > 0 && made < QUANTITY),
    `killed at ${midway}`,
  ).toBe(true)

  const server = await ground.serve()
  await expect.poll(async () => (await taskOf(id)).state).toBe('done')
  server.child.kill('SIGTERM')
  await server.ended
  const { rows } = await sql`
    select count(*) as piles, count(distinct station_number) as numbers, min(batch_place) as first, max(batch_place) as last,
      (select count(*) from connector c join pile p on p.id = c.pile_id where p.batch_task_id = ${id}) as guns
    from pile where batch_task_id = ${id}`.execute(ground.database.db)
  expect(rows).toEqual([{ piles: QUANTITY, numbers: QUANTITY, first: 1, last: QUANTITY, guns: 2 * QUANTITY }])
  expect((await taskOf(id)).made).toBe(QUANTITY)
}, 480_000)
