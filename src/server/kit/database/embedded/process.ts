import { readFileSync } from 'node:fs'

/** Whether a process of this number lives, no matter who owns it. One that ended and waits to be buried does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return process.platform !== 'linux' || !isZombie(pid)
}

// In a container the first process may take its time to bury orphans. In stat, the state follows the name in parentheses.
function isZombie(pid: number): boolean {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ''))
  } catch {
    return true
  }
}
