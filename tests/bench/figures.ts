import { runTask } from '../../src/shared/endpoints/tasks.ts'
import { ask } from './ask.ts'
import { pause } from './load.ts'
import type { BenchServer } from './server.ts'

/** A year's figures are there, as they are in a network that runs: made meanwhile, they would take one of the processors. */
export async function settleFigures(server: BenchServer): Promise<void> {
  if (await areKept(server)) return
  await runOnce(server, 'figures')
  await vacuumFigures(server)
}

/** All of every order, and no change is left. */
async function areKept({ pool }: BenchServer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from figures_state where piles_built_until = 'infinity' and not exists (select from figures_change)`,
  )
  return Boolean(rowCount)
}

export async function vacuumFigures({ pool }: BenchServer): Promise<void> {
  await pool.query(
    `vacuum analyze figures_site, figures_gun, figures_clock, figures_reason, figures_band, figures_pile_band, figures_pile_clock,
      figures_change`,
  )
}

/** Runs a task and tells how long it takes, in ms. */
export async function runOnce(server: BenchServer, name: string): Promise<number> {
  const { rows } = await server.pool.query('select id from task where name = $1', [name])
  const { id } = rows[0]
  const ended = async () =>
    (
      await server.pool.query(
        `select state, duration_ms, error from task_run where task_id = $1 order by id desc limit 1`,
        [id],
      )
    ).rows[0]
  const isOpen = (state?: string) => state === 'waiting' || state === 'running'
  while (isOpen((await ended())?.state)) await pause(200)
  // To keep the figures of many orders takes longer than a sign-in lasts.
  await ask(server, { token: await server.token() }, runTask, { id })
  for (;;) {
    const last = await ended()
    if (last?.state === 'done') return Number(last.duration_ms)
    if (last && !isOpen(last.state)) throw new Error(`${name}: ${last.state} ${last.error ?? ''}`)
    await pause(50)
  }
}
