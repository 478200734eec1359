import './node-version.mjs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { build, isBuilt } from './build.mjs'
import { installed, root } from './command.mjs'
import { ensurePrograms } from './debian.mjs'
import { ensureInstalled } from './install.mjs'
import { runUnderOtherNode } from './other-node.mjs'

/**
 * @typedef {object} Result
 * @property {number} numPassedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} testResults
 */

/** More files than this do not fail by a race. */
const RACES_AT_MOST = 12

const count = { passed: 0, failed: 0, skipped: 0 }
const plain = { quiet: true, env: { NO_COLOR: '1', FORCE_COLOR: '0' } }

await runUnderOtherNode(import.meta.filename)
process.stdout.write(`Node ${process.versions.node}\n`)
await ensureInstalled()
const browser = await ensureBrowser()
await ensurePrograms()
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

/**
 * Vitest shows what fails; its figures come by a file. A test that failed among all others runs once more, in its file alone: what
 * passes then is a race, which is named to be mended, and fails nothing.
 */
async function tests() {
  const first = await vitest([])
  count.passed += first.numPassedTests
  count.skipped += first.numPendingTests + first.numTodoTests
  const failed = failedOf(first)
  const files = [...new Set(failed.map(({ file }) => file))]
  const last = files.length > 0 && files.length <= RACES_AT_MOST ? await vitest(files) : first
  const again = failedOf(last)
  const names = new Set(again.map(({ name }) => name))
  for (const { name } of failed) {
    if (names.has(name)) count.failed++
    else count.passed++
    process.stdout.write(`${names.has(name) ? 'FAILED' : 'A RACE, passed when run alone'}: ${name}\n`)
  }
  // An error outside of tests belongs to none.
  if (last.code !== 0 && again.length === 0) count.failed++
}

/**
 * Runs all test files, or these.
 * @param {string[]} files
 * @returns {Promise<Result & { code: number }>}
 */
async function vitest(files) {
  const folder = mkdtempSync(join(tmpdir(), 'chargedeck-results-'))
  const report = join(folder, 'results.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await installed('vitest/vitest.mjs', ['run', ...reporters, ...files], {
    env: {
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      ...(browser ? { CHROME_PATH: browser } : {}),
      ...(isBuilt() ? { BUILT_SERVER: 'dist/server/main.js' } : {}),
    },
  })
  const result = read(report)
  rmSync(folder, { recursive: true, force: true })
  return { ...result, code }
}

/**
 * What failed, by names that a second run gives again. A suite that does not load has no tests that could fail: it counts as one.
 * @param {Result} result
 */
function failedOf({ testResults }) {
  return testResults.flatMap(({ name: file, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
    if (status === 'failed' && tests.length === 0) tests.push('the file itself')
    return tests.map((test) => ({ file, name: `${relative(root, file)} > ${test}` }))
  })
}

/**
 * @param {string} report
 * @returns {Result}
 */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  }
}
