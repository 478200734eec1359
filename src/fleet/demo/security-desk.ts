import type pg from 'pg'
import { bulkCommands } from '../../shared/endpoints/pile-commands.ts'
import type { Fleet } from '../fleet.ts'
import type { ClientApp } from './client-app.ts'
import { events, REFUSES_CERTIFICATE, secured } from './engineering.ts'

const POLL_MS = 500
const PATIENCE_MS = 60_000

/**
 * Brings a few piles to security profile 3: they are given the root of the demo's port, ask for a certificate and come back with it. One does not
 * know how to ask, and stays as it was.
 */
export async function securePiles(
  { app, pool, fleet }: { app: ClientApp; pool: pg.Pool; fleet: Fleet },
  root: string,
  stopped: () => boolean,
): Promise<void> {
  fleet.piles
    .find(({ station }) => station === REFUSES_CERTIFICATE)
    ?.wrong.answers.set('ExtendedTriggerMessage', 'NotImplemented')
  const { rows } = await pool.query<{ id: number }>('select id from pile where station_number = any($1) order by id', [
    secured,
  ])
  const ids = rows.map(({ id }) => id)
  const kept = await app.call('/system/root_certificate/add', { name: 'Chargedeck network', pem: root })
  const { id: root_certificate_id } = kept as { id: number }
  await toAll(app, 'install_certificate', { ids, use: 'central', root_certificate_id })
  await untilOver(pool, 'install_certificate', stopped)
  if (!stopped()) await toAll(app, 'raise_profile', { ids, profile: '3', tries: 1 })
}

async function toAll(app: ClientApp, name: 'install_certificate' | 'raise_profile', asked: object): Promise<void> {
  const call = bulkCommands.get(name)
  if (call) await app.call(call.path, asked)
}

/** Those that are away are waited for by the campaign alone. */
async function untilOver(pool: pg.Pool, action: string, stopped: () => boolean): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (!stopped() && Date.now() < until) {
    const { rowCount } = await pool.query("select from campaign where action = $1 and state = 'running'", [action])
    if (!rowCount) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const MINUTE_MS = 60_000

/** What some piles have seen of their security, told as they tell it. */
export async function tellEvents({ piles }: Fleet): Promise<void> {
  for (const { station, type, minutes, info } of events) {
    const pile = piles.find((one) => one.station === station)
    const timestamp = new Date(Date.now() - minutes * MINUTE_MS).toISOString()
    // One that is away at the moment has nothing to tell.
    await pile?.peer
      .call('SecurityEventNotification', { type, timestamp, ...(info && { techInfo: info }) })
      .catch(() => undefined)
  }
}
