import './node-version.mjs'
import './parent.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { give, root } from './command.mjs'
import { ensureInstalled } from './install.mjs'

/** What `npm run …` runs, straight from the sources. */
const programs = {
  fleet: 'src/fleet/main.ts',
  bench: 'tests/bench/main.ts',
  cluster: 'src/cluster/main.ts',
  backup: 'src/server/app/backup.ts',
  restore: 'src/server/app/restore.ts',
  'reset-factors': 'src/server/app/reset-factors.ts',
  audit: 'src/server/app/check-audit.ts',
}

const [name, ...args] = process.argv.slice(2)
const program = programs[/** @type {keyof typeof programs} */ (name)]
if (!program || !existsSync(join(root, program))) give(`There is ${Object.keys(programs).join(', ')}; not ${name}.`)

await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const path = join(root, program)
process.argv = [process.execPath, path, ...args]
await import(pathToFileURL(path).href)
