import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepBackups } from '../../src/server/app/backup-task.ts'
import { checkCertificate } from '../../src/server/app/certificate-task.ts'
import { systemTasks } from '../../src/server/app/system-tasks.ts'
import { sayOutput, TaskFailed } from '../../src/server/tasks/task-output.ts'
import { makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { temporaryFolder } from '../setup/process.ts'

let database: FreshDatabase
const folder = temporaryFolder()
beforeAll(async () => {
  database = await freshDatabase(4)
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

const going = { signal: new AbortController().signal }
const said = (error: unknown) => (error instanceof TaskFailed ? error.said : error)

describe('the backup', () => {
  const place = () => ({ connection: database.url, folder: join(folder.path, 'backups') })

  test('is a whole backup; the last seven are kept, and what a person named stays', async () => {
    await makeSite(database.db)
    mkdirSync(place().folder)
    writeFileSync(join(place().folder, 'before-the-move.backup'), '')
    for (let day = 1; day <= 8; day++) await keepBackups(place(), null, going, new Date(Date.UTC(2026, 10, day, 3, 30)))
    const done = await keepBackups(place(), null, going, new Date(Date.UTC(2026, 10, 9, 3, 30)))
    expect(done).toMatchObject({
      said: 'backup',
      figures: { name: 'chargedeck-2026-11-09T033000.backup', files: 0, megabytes: 0.1, removed: 1 },
    })
    expect(done.figures?.rows).toBeGreaterThan(1)
    const names = readdirSync(place().folder).sort()
    expect(names).toHaveLength(8)
    expect([names[0], names[1]]).toEqual(['before-the-move.backup', 'chargedeck-2026-11-03T033000.backup'])
  })

  test('that a person stops leaves nothing half written', async () => {
    const before = readdirSync(place().folder)
    const { signal } = { signal: AbortSignal.abort() }
    await expect(keepBackups(place(), null, { signal })).rejects.toThrow()
    expect(readdirSync(place().folder)).toEqual(before)
  })

  test('of a database of the operator’s own is made there', async () => {
    expect(await keepBackups(null, null, going)).toEqual({ said: 'backup_elsewhere' })
  })
})

const hasOpenssl = existsSync('/usr/bin/openssl')
describe.runIf(hasOpenssl)('the certificate', () => {
  const day = 86_400_000
  const made = () => {
    const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
    const args = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      '/CN=x',
    ]
    execFileSync('/usr/bin/openssl', [...args, '-days', '60', '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return readFileSync(cert, 'utf8')
  }

  test('is fine, ends soon or has ended', () => {
    const cert = made()
    const now = Date.now()
    expect(checkCertificate(cert, now)).toMatchObject({ said: 'certificate', figures: { days: 59 } })
    const judged = (at: number) => {
      try {
        return checkCertificate(cert, at)
      } catch (error) {
        return said(error)
      }
    }
    expect(judged(now + 39 * day)).toMatchObject({ said: 'certificate_soon', figures: { days: 20 } })
    expect(judged(now + 61 * day)).toMatchObject({ said: 'certificate_ended' })
  })
})

test('what a task can say has words in both languages, figures filled in', async () => {
  const tasks = systemTasks({
    ...{ db: database.db, pool: database.pool },
    settings: { publicUrl: undefined, frameDays: 30, tls: undefined, files: { folder: folder.path, s3: null } },
    files: { store: {} as never, incoming: folder.path },
    sessions: { sweepStale: async () => 2 },
  })
  for (const task of tasks.filter(({ name }) => name !== 'files')) {
    const outcome = await task.run({ ...going, progress: () => {} })
    for (const language of ['en', 'zh-CN'] as const)
      expect(sayOutput(language, outcome), `${task.name} in ${language}`).not.toMatch(/said\.|{{|undefined/)
  }
})
