import { expect, test } from 'vitest'
import { makeMaintenance, makeSite } from '../make.ts'
import { groundOfServers } from '../setup/ground.ts'

/** Servers in processes of their own at one database, killed and frozen: what one does for all goes on, and one does it. */

const ground = groundOfServers()

const leaders = async () => {
  const { rows } = await ground.database.pool.query<{ name: string }>('select name from node where leads')
  return rows.map(({ name }) => name)
}

/** Seconds until a chore of the one that leads is done. */
async function choreTakes(): Promise<number> {
  const { db } = ground.database
  const { id: site_id } = await makeSite(db)
  const begins = Date.now() + 300
  const times = { starts_at: new Date(begins).toISOString(), ends_at: new Date(begins + 3_600_000).toISOString() }
  const { id } = await makeMaintenance(db, { site_id, ...times })
  const state = async () =>
    (await db.selectFrom('maintenance').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  await expect.poll(state, { timeout: 60_000, interval: 100 }).toBe('under_way')
  return (Date.now() - begins) / 1_000
}

test('chores go on when the node that does them is killed, and when the next one is frozen, which leads no more when it wakes', async () => {
  const names = ['first', 'second', 'third']
  const nodes = []
  for (const NODE_NAME of names) nodes.push({ name: NODE_NAME, ...(await ground.serve({ NODE_NAME })) })
  expect(await leaders()).toEqual(['first'])
  expect(await choreTakes()).toBeLessThan(5)

  nodes[0]?.child.kill('SIGKILL')
  expect(await choreTakes()).toBeLessThan(18)
  const [frozen = ''] = await leaders()
  expect(['second', 'third']).toContain(frozen)

  const asleep = nodes.find(({ name }) => name === frozen)
  asleep?.child.kill('SIGSTOP')
  expect(await choreTakes()).toBeLessThan(18)
  const [awake = ''] = await leaders()
  expect(awake).not.toBe(frozen)

  asleep?.child.kill('SIGCONT')
  for (let look = 0; look < 10; look++) {
    expect(await leaders()).toEqual([awake])
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const states = await ground.database.db.selectFrom('node').select(['name', 'state']).orderBy('id').execute()
  expect(states.filter(({ name }) => name !== 'first').map(({ state }) => state)).toEqual(['running', 'running'])

  nodes.find(({ name }) => name === awake)?.child.kill('SIGTERM')
  expect(await choreTakes()).toBeLessThan(8)
  expect(await leaders()).toEqual([frozen])
})
