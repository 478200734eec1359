import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { makeLogPartitions } from '../../src/server/app/kept-tables.ts'
import { makeCollations } from '../../src/server/kit/database/collations.ts'
import { startEmbedded } from '../../src/server/kit/database/embedded/embedded.ts'
import { pidOf, serves } from '../../src/server/kit/database/embedded/postmaster.ts'
import { isAlive } from '../../src/server/kit/database/embedded/process.ts'
import { migrate } from '../../src/server/kit/database/migrate.ts'
import { openDatabase } from '../../src/server/kit/database/pool.ts'
import { seedMenu } from '../../src/server/menus/seed-menu.ts'
import { keepFramePartitions } from '../../src/server/ocpp/frame-partitions.ts'
import { makeReadingPartitions } from '../../src/server/orders/reading-partitions.ts'
import { Queue } from '../../src/server/tasks/queue.ts'
import { TEMPLATES } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: pg.ClientConfig
    databaseAdministration: pg.ClientConfig
  }
}

interface Shared {
  users: number
  server: Promise<Awaited<ReturnType<typeof start>>>
}

// Each project of the run calls this set-up; they share one server.
const processWide = globalThis as { testDatabase?: Shared }

export default async function setup(project: TestProject) {
  processWide.testDatabase ??= { users: 0, server: start() }
  const shared = processWide.testDatabase
  shared.users++
  const server = await shared.server
  project.provide('databaseServer', server.connection)
  project.provide('databaseAdministration', server.administration)
  return async () => {
    if (--shared.users === 0) await server.stop()
  }
}

async function start() {
  sweep()
  const folder = `${folderPrefix}${process.pid}`
  const embedded = await startEmbedded(folder, { throwaway: true })
  const { connection, administration } = embedded
  await makeTemplates(connection, administration)
  return {
    ...{ connection, administration },
    stop: async () => {
      await embedded.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplates(connection: pg.ClientConfig, administration: pg.ClientConfig) {
  const admin = openDatabase(administration, { max: 1 })
  await admin.pool.query(`create database ${TEMPLATES.unused} owner ${connection.user}`)
  const template = openDatabase({ ...connection, database: TEMPLATES.unused }, { max: 2 })
  await migrate(template.pool)
  // Every server makes the queue's tables where they are missing: here once for all of them.
  const queue = new Queue(template.pool, console, { limit: 0, delaySeconds: 0 })
  await queue.start()
  await queue.stop()
  // So are the partitions of these days.
  await keepFramePartitions(template.pool, 30)
  await makeReadingPartitions(template.pool)
  await makeLogPartitions(template.pool)
  await template.close()
  await admin.pool.query(`create database ${TEMPLATES.started} template ${TEMPLATES.unused} owner ${connection.user}`)
  await admin.close()
  const started = openDatabase({ ...connection, database: TEMPLATES.started }, { max: 2 })
  await makeCollations(started.db)
  await seedMenu(started.db)
  await started.close()
}

const folderPrefix = join(fs.existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'chargedeck-tests-')

// A run that was killed could not stop its server.
function sweep() {
  const parent = join(folderPrefix, '..')
  for (const name of fs.readdirSync(parent)) {
    const folder = join(parent, name)
    if (!folder.startsWith(folderPrefix) || isAlive(Number(folder.slice(folderPrefix.length)))) continue
    const cluster = { folder: join(folder, 'postgres') }
    const pid = pidOf(cluster)
    if (pid && serves(pid, cluster)) process.kill(pid, 'SIGQUIT')
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
