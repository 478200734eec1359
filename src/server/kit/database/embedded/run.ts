import { spawn } from 'node:child_process'
import type { Account } from './account.ts'

/**
 * What glibc's allocator keeps between two statements, in bytes. To plan one takes some megabytes; given back to the system after each
 * and asked for again, they cost 12 ms a statement on a virtual machine, three times as much as the plan.
 */
const KEPT_MEMORY = String(16 * 1024 * 1024)
const ALLOCATOR = { MALLOC_TRIM_THRESHOLD_: KEPT_MEMORY, MALLOC_MMAP_THRESHOLD_: KEPT_MEMORY }

/** Runs a program of PostgreSQL to its end and returns what it said; a failure is thrown with what it said. */
export function run(file: string, args: string[], account?: Account): Promise<string> {
  return new Promise((resolve, reject) => {
    // A clean environment: PGDATA, PGPORT and the like belong to the operator's other servers.
    const { PATH, SystemRoot } = process.env
    const env = { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC', ...ALLOCATOR }
    const child = spawn(file, args, { ...account, env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    let said = ''
    const keep = (chunk: Buffer) => {
      said += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    const settle = (code: number | null) => {
      if (code === 0) resolve(said)
      else reject(new Error(said.trim() || `${file} ended with ${code}`))
    }
    child.on('close', settle)
    // A server that pg_ctl leaves behind may hold the pipes open for as long as it lives.
    child.on('exit', (code) => setTimeout(settle, 500, code).unref())
  })
}
