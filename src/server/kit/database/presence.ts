import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { configOf, KeptConnection } from './kept-connection.ts'

// Servers hold it shared while they work; anyone who replaces all data holds it alone. Any fixed number does.
const lock = 7_311_042_003
const channel = 'chargedeck_make_room'
const patienceMs = 30_000

export interface Presence {
  /** Waits until nobody holds the database alone, and is present from then on. */
  arrive(): Promise<void>
  /** Present no more; what this server has in mind of the data is forgotten by now. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** Announces this server at the database. `onAsked` is called when someone needs the database alone: then leave, and arrive again. */
export function announce(connection: string | pg.ClientConfig, onAsked: () => void): Presence {
  let here = false
  const kept = new KeptConnection(connection, {
    name: 'presence',
    heard: () => here && onAsked(),
    async opened(client) {
      await client.query(`listen ${channel}`)
      if (here) await client.query('select pg_advisory_lock_shared($1)', [lock])
    },
  })
  return {
    async arrive() {
      if (!kept.client) await kept.open()
      await kept.client?.query('select pg_advisory_lock_shared($1)', [lock])
      here = true
    },
    async leave() {
      here = false
      await kept.client?.query('select pg_advisory_unlock_all()')
    },
    close: () => kept.close(),
  }
}

/** Does work while no server is at the database; those that were are asked to leave and come back by themselves. */
export async function alone<T>(
  connection: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const [client, caller] = [new pg.Client(configOf(connection)), new pg.Client(configOf(connection))]
  try {
    for (const each of [client, caller]) each.on('error', () => {}) // the query that runs then fails with it
    await Promise.all([client.connect(), caller.connect()])
    await client.query(`set lock_timeout = ${patienceMs}`)
    const granted = client.query('select pg_advisory_lock($1)', [lock])
    await Promise.all([granted, inLine(client, caller).then(() => caller.query(`notify ${channel}`))])
    return await work(client)
  } finally {
    await Promise.all([client.end(), caller.end()])
  }
}

/** Waits until `client` has the lock or stands in line for it: a server told earlier would be back before its turn. */
async function inLine(client: pg.Client, caller: pg.Client) {
  const pid = (client as pg.Client & { processID: number }).processID
  const question = `select from pg_locks where locktype = 'advisory' and pid = $1`
  while ((await caller.query(question, [pid])).rowCount === 0) await sleep(20)
}
