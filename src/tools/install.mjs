import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, give, root } from './command.mjs'

/** Installs the packages unless node_modules is what package-lock.json says. */
export async function ensureInstalled() {
  if (isInstalled()) return
  process.stdout.write('Installing packages…\n')
  const { code } = await npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
  if (code !== 0) give(`The packages could not be installed: npm ended with ${code}.`, code)
}

/** npm keeps what it installed in a lock file of its own; it differs where an install broke off or the project moved on. */
function isInstalled() {
  const kept = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(kept)) return false
  const here = packagesOf(kept)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, integrity, optional }]) => {
      const found = here[path]
      if (path === '') return true
      // Packages for other platforms are optional and not there.
      return found ? found.version === version && found.integrity === integrity : optional === true
    },
  )
}

/**
 * @param {string} lock
 * @returns {Record<string, { version: string, integrity?: string, optional?: boolean }>}
 */
const packagesOf = (lock) => JSON.parse(readFileSync(lock, 'utf8')).packages

/** @param {string[]} args */
export function npm(args) {
  const running = process.env.npm_execpath
  if (running?.endsWith('npm-cli.js')) return command(process.execPath, [running, ...args])
  return process.platform === 'win32' ? command('cmd', ['/c', 'npm', ...args]) : command('npm', args)
}
