import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { databaseName } from './cluster.ts'
import { addressOf, connectionTo, pidOf } from './postmaster.ts'
import { isAlive } from './process.ts'
import { programPasswordOf, programRole } from './role.ts'

/** How to reach the data folder's server while it runs; undefined when it does not. For tools beside a running Chargedeck. */
export function runningEmbedded(dataDir: string): pg.ClientConfig | undefined {
  const link = join(dataDir, 'postgres')
  if (!existsSync(link)) return undefined
  const folder = realpathSync(link)
  const [pid, address] = [pidOf({ folder }), addressOf({ folder })]
  if (!pid || !address || !isAlive(pid)) return undefined
  return connectionTo({ user: programRole, password: programPasswordOf(dataDir) }, address, databaseName)
}
