import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * @typedef {object} CommandOptions
 * @property {boolean} [quiet] keeps what it says for the result instead of showing it
 * @property {NodeJS.ProcessEnv} [env] more variables
 */

/**
 * Runs a program in the project's folder. A signal that ends us ends it too.
 * @param {string} file
 * @param {string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function command(file, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    const pass = () => child.kill('SIGTERM')
    process.once('SIGTERM', pass)
    const done = (/** @type {number} */ code) => {
      process.off('SIGTERM', pass)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += error.message
      done(127)
    })
    child.on('close', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/**
 * Runs a program of a package that is installed.
 * @param {string} script below node_modules
 * @param {string[]} args
 * @param {CommandOptions} [options]
 */
export const installed = (script, args, options) =>
  command(process.execPath, [`${root}node_modules/${script}`, ...args], options)

/**
 * Ends with a line for a person.
 * @param {string} line
 * @param {number} [code]
 * @returns {never}
 */
export function give(line, code = 1) {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}
