import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of package.json: the same for the sources and for the built server below dist. */
export const projectRoot = above(import.meta.dirname)

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder ? folder : above(dirname(folder))
}
