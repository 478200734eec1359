import type pg from 'pg'
import { startChild } from './child.ts'

interface Echo {
  nodeArgs?: string[]
  /** What it answers is kept in this database first. */
  durable?: pg.Pool
}

/** Runs something against the echo server, which is a process of its own for as long. */
export async function withEcho<T>({ nodeArgs = [], durable }: Echo, run: (url: string) => Promise<T>): Promise<T> {
  await durable?.query('create table durable_echo (content text)')
  const echo = await startChild({
    args: [...nodeArgs, 'tests/bench/echo.ts'],
    env: durable ? addressOf(durable) : {},
    ready: /^\d+$/,
  })
  try {
    return await run(`ws://127.0.0.1:${echo.line}/ocpp`)
  } finally {
    await echo.stop()
    await durable?.query('drop table durable_echo')
  }
}

const addressOf = ({ options: { host, port, user, password, database } }: pg.Pool): Record<string, string> => ({
  ...{ PGHOST: String(host), PGPORT: String(port), PGUSER: String(user) },
  ...{ PGPASSWORD: String(password), PGDATABASE: String(database) },
})
