import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { command } from './command.mjs'

/**
 * What a package of this version that is made now is called. Each later one is an upgrade: apt leaves what has the same version as it is.
 * @param {string} version
 * @param {Date} now
 */
export const packageVersion = (version, now) => `${version}+${now.toISOString().slice(0, 19).replace(/\D/g, '')}`

/** Whether packages of this machine's Debian may be installed by us. */
export const mayInstall = () => isDebian() && process.getuid?.() === 0

/**
 * Installs packages as an administrator would.
 * @param {string[]} packages
 */
export async function fromDebian(packages) {
  const patience = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0']
  await command('apt-get', ['update', '-qq', ...patience], { quiet: true })
  return await command('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...patience, ...packages], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'))
}

/** Debian's package of each program that several nodes may stand on; each bears its program's name. */
const PROGRAMS = ['nats-server', 'haproxy', 'faketime']

/**
 * Where a program of this machine is. Those of administrators are in no one else's PATH.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/**
 * What a test that needs this program says of being skipped; nothing where it is here. Where `CI` is set no test is skipped unseen: its file fails.
 * @param {string} name
 */
export function skippedWithout(name) {
  if (findProgram(name)) return ''
  if (isCi())
    throw new Error(`There is no ${name} on this machine. CI is set: tests that need it fail, until it is installed.`)
  return ` (skipped: there is no ${name} on this machine)`
}

const isCi = () => !['', '0', 'false'].includes(process.env.CI ?? '')

/** Installs what tests of several nodes need. Where it cannot be had they are skipped, or fail where `CI` is set. */
export async function ensurePrograms() {
  const missing = PROGRAMS.filter((name) => !findProgram(name))
  if (missing.length === 0) return
  if (mayInstall()) {
    process.stdout.write(`Installing ${missing.join(' and ')} for the tests…\n`)
    const { code, output } = await fromDebian(missing)
    if (code === 0) return
    process.stdout.write(output)
  }
  process.stdout.write(
    `Not here: ${missing.join(', ')}. Tests that need it ${isCi() ? 'fail, for CI is set' : 'are skipped'}.\n`,
  )
}
