import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Opened, openDatabase } from '../../src/server/kit/database/pool.ts'
import { TEMPLATES } from './template.ts'

export interface FreshDatabase extends Opened {
  /** For what takes DATABASE_URL. */
  url: string
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/**
 * A migrated, empty database of the test's own, copied from a template. Call it in `beforeAll` and `drop` it in `afterAll`. In a `started`
 * one there is what every server makes where it is missing: the menu, the orders of names.
 */
export async function freshDatabase(max = 10, from: keyof typeof TEMPLATES = 'unused'): Promise<FreshDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Nothing of it is ever written to the disk: copied as files it takes two thirds of the time that the log of its pages would.
  await asAdministrator(`create database ${name} template ${TEMPLATES[from]} strategy file_copy owner ${server.user}`)
  const opened = openDatabase({ ...server, database: name }, { max })
  return {
    ...opened,
    url: `postgres://${server.user}:${server.password}@/${name}?host=${encodeURIComponent(String(server.host))}&port=${server.port}`,
    drop: async () => {
      await opened.close()
      await asAdministrator(`drop database if exists ${name} with (force)`)
    },
  }
}

/** While another transaction has read a table. It goes however the work ends: what follows may want the table alone. */
export async function whileRead<Done>(pool: pg.Pool, table: string, work: () => Promise<Done>): Promise<Done> {
  const reader = await pool.connect()
  try {
    await reader.query(`begin; select from ${table}`)
    return await work()
  } finally {
    await reader.query('rollback')
    reader.release()
  }
}

async function asAdministrator(statement: string) {
  const admin = openDatabase(inject('databaseAdministration'), { max: 1 })
  try {
    await admin.pool.query(statement)
  } finally {
    await admin.close()
  }
}
