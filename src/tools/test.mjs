import './node-version.mjs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { build, isBuilt } from './build.mjs'
import { installed } from './command.mjs'
import { ensureInstalled } from './install.mjs'

const count = { passed: 0, failed: 0, skipped: 0 }
const plain = { quiet: true, env: { NO_COLOR: '1', FORCE_COLOR: '0' } }

await ensureInstalled()
const browser = await ensureBrowser()
await Promise.all([
  check('types', installed('typescript/bin/tsc', ['--noEmit', '--pretty', 'false'], plain)),
  check('lint and format', installed('@biomejs/biome/bin/biome', ['ci', '--colors=off'], plain)),
  check('build of console and server', isBuilt() ? Promise.resolve({ code: 0, output: '' }) : build()),
])
await tests()

const { passed, failed, skipped } = count
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(failed ? 1 : 0)

/**
 * A check counts as one test; a failing one shows what it said.
 * @param {string} name
 * @param {Promise<{ code: number, output: string }>} running
 */
async function check(name, running) {
  const { code, output } = await running
  if (code === 0) count.passed++
  else count.failed++
  process.stdout.write(code === 0 ? `ok: ${name}\n` : `FAILED: ${name}\n${output}\n`)
}

/** Vitest shows what fails; its figures come by a file. */
async function tests() {
  const folder = mkdtempSync(join(tmpdir(), 'chargedeck-results-'))
  const report = join(folder, 'results.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await installed('vitest/vitest.mjs', ['run', ...reporters], {
    env: {
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      ...(browser ? { CHROME_PATH: browser } : {}),
      ...(isBuilt() ? { BUILT_SERVER: 'dist/server/main.js' } : {}),
    },
  })
  const result = read(report)
  rmSync(folder, { recursive: true, force: true })
  count.passed += result.numPassedTests
  count.skipped += result.numPendingTests + result.numTodoTests
  // A suite that does not load has no tests that could fail, and an error outside of tests belongs to none.
  const broken = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  )
  count.failed += result.numFailedTests + broken.length
  if (code !== 0 && result.numFailedTests + broken.length === 0) count.failed++
}

/**
 * @param {string} report
 * @returns {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }}
 */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  }
}
