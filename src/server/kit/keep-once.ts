import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'

/**
 * Reads a small file, made at its first use and readable by its owner only. It is there whole or not at all,
 * whenever the process is killed and however many ask for it at once.
 */
export function keepOnce(path: string, make: () => string): string {
  if (!fs.existsSync(path)) {
    const unfinished = `${path}.${randomBytes(6).toString('hex')}`
    fs.writeFileSync(unfinished, make(), { mode: 0o600, flush: true })
    try {
      fs.linkSync(unfinished, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      fs.rmSync(unfinished)
    }
  }
  return fs.readFileSync(path, 'utf8')
}
