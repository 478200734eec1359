import { afterAll, afterEach, beforeEach } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { type Running, runProgram, SERVER_PROGRAM, temporaryFolder } from './process.ts'

interface Ground {
  /** Its data folder. */
  folder: { path: string }
  /** Of this test. */
  readonly database: FreshDatabase
  /** Runs the server in a process of its own over them, on any free port. Resolves when it takes requests; none outlives its test. */
  serve(env?: Record<string, string>): Promise<Running>
}

/** What servers stand on that a test starts and kills: a database and a data folder, which outlive them. Call it at the top of the file. */
export function groundOfServers(): Ground {
  const folder = temporaryFolder()
  const started = new Set<Running>()
  let database: FreshDatabase | undefined
  const ofTest = () => {
    if (!database) throw new Error('the database is there once a test runs')
    return database
  }
  beforeEach(async () => {
    database = await freshDatabase(5)
  })
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGKILL')
    started.clear()
    await database?.drop()
  })
  afterAll(() => folder.remove())
  return {
    folder,
    get database() {
      return ofTest()
    },
    async serve(env = {}) {
      const server = runProgram(SERVER_PROGRAM, {
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: folder.path,
        DATABASE_URL: ofTest().url,
        ADMIN_PASSWORD: 'correct horse 1',
        LOG_LEVEL: 'error',
        ...env,
      })
      started.add(server)
      await server.says(/Ctrl-C stops it/)
      return server
    },
  }
}
