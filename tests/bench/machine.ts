import { cpus, totalmem } from 'node:os'

export const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}

const SAMPLE_MS = 2_000

/** Share (0 to 1) of the processors that is in use now: what others take, the measured does not get. */
export async function shareInUse(): Promise<number> {
  const before = times()
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
  const after = times()
  return Math.round((1 - (after.idle - before.idle) / (after.all - before.all)) * 100) / 100
}

function times() {
  const all = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({ idle, all: user + nice + sys + idle + irq }))
  return { idle: all.reduce((sum, cpu) => sum + cpu.idle, 0), all: all.reduce((sum, cpu) => sum + cpu.all, 0) }
}
