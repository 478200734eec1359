import { type Kysely, sql } from 'kysely'
import type { AlarmBook } from '../alarms/alarm-book.ts'
import { type OwnCertificates, watchCertificates } from '../alarms/certificate-watch.ts'
import { watchOrders } from '../alarms/order-watch.ts'
import { watchStorage, worstStorage } from '../alarms/storage-watch.ts'
import type { Database } from '../kit/database/tables.ts'
import type { CurrentSettings } from '../settings/current-settings.ts'
import type { PeriodicJobs } from './periodic-jobs.ts'

interface Watched {
  db: Kysely<Database>
  alarms: AlarmBook
  settings: CurrentSettings
  /** A pile that is away for so long is an alarm. */
  offlineAfter(ms: number): void
  certificates: OwnCertificates
}

const MINUTE_MS = 60_000

/** Takes over what is set for alarms, and looks for those that no message of a pile tells of. */
export function alarmJobs(jobs: PeriodicJobs, { db, alarms, settings, offlineAfter, certificates }: Watched): void {
  const ports = { db, alarms }
  const typesNow = typesOf(db)
  jobs.every(5_000, 'take over what is set for alarms', async () => {
    const set = await settings()
    offlineAfter(set.offline_minutes * MINUTE_MS)
    alarms.meters.limit(set)
    if (await typesNow()) alarms.meters.typesChanged()
  })
  jobs.once(MINUTE_MS, 'look for orders that do not end', async () => watchOrders(ports, await settings()))
  jobs.once(10 * MINUTE_MS, 'look for certificates that end soon', async () =>
    watchCertificates(ports, certificates, await settings()),
  )
  jobs.once(MINUTE_MS, 'look how full the disk is', async () => {
    const storage = await worstStorage(db)
    if (storage) await watchStorage(ports, storage, await settings())
  })
}

/** Whether types of piles are others than when it was asked last. */
function typesOf(db: Kysely<Database>): () => Promise<boolean> {
  let known: string | null | undefined
  return async () => {
    const { rows } = await sql<{ at: string | null }>`select max(updated_at)::text as at from pile_type`.execute(db)
    const at = rows[0]?.at ?? null
    const isChanged = known !== undefined && at !== known
    known = at
    return isChanged
  }
}
