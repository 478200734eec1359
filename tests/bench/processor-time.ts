import { readdirSync, readFileSync } from 'node:fs'
import type { BenchServer } from './server.ts'

/** Milliseconds of processor time since the start of each. */
export interface ProcessorTime {
  server: number
  database: number
  /** This process, with the piles that it plays. */
  bench: number
}

/** Linux counts in these whatever the kernel's own are. */
const TICK_MS = 10

/** What each has used so far. Read from the system's own count, which only Linux gives in this way: null elsewhere. */
export async function processorTime({ pid, pool }: BenchServer): Promise<ProcessorTime | null> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const own = process.cpuUsage()
  try {
    const database = parentOf(rows[0]?.pid ?? 0)
    const bench = (own.user + own.system) / 1_000
    return { server: usedBy(pid), database: usedWithChildren(database), bench }
  } catch {
    return null
  }
}

/** What each used between two moments, for each of so many. */
export const usedBetween = (from: ProcessorTime, to: ProcessorTime, count: number): ProcessorTime => ({
  server: (to.server - from.server) / count,
  database: (to.database - from.database) / count,
  bench: (to.bench - from.bench) / count,
})

const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? 0)

/** Milliseconds of processor time of a process and of its children: of a database, of all that it consists of. */
export function usedWithChildren(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid)
  return [pid, ...children].reduce((sum, each) => sum + usedBy(each), 0)
}

/** With that of its children that have ended. */
export const usedBy = (pid: number | string): number =>
  statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS

/** From its state on: what stands before may hold any sign. One that has ended meanwhile says nothing. */
function statOf(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (process.platform === 'linux') return []
    throw error
  }
}
