import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { give, installed, root } from './command.mjs'

const sources = [
  'src/client',
  'src/server',
  'src/shared',
  'locales',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'src/tools/console-files.ts',
  'src/tools/console-groups.ts',
  'src/tools/console-plugins.mjs',
  'src/tools/without-schemas.mjs',
  'tsconfig.json',
  'package-lock.json',
]
const stamp = join(root, 'dist/.built-from')

/** Builds console and server unless dist was built from these very sources. */
export async function ensureBuilt() {
  if (isBuilt()) return
  process.stdout.write('Building…\n')
  const { code, output } = await build()
  if (code !== 0) give(`${output}\nThe build failed.`, code)
}

/** @returns {Promise<{ code: number, output: string }>} */
export async function build() {
  const fingerprint = fingerprintOf(sources)
  rmSync(stamp, { force: true })
  const vite = (/** @type {string[]} */ ...args) =>
    installed('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], {
      quiet: true,
      env: { NODE_ENV: 'production' },
    })
  const parts = await Promise.all([vite(), vite('--ssr')])
  const code = parts.find((part) => part.code !== 0)?.code ?? 0
  if (code === 0) {
    await compressAll(join(root, 'dist/client'))
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stamp, fingerprint)
  }
  return { code, output: parts.map(({ output }) => output).join('') }
}

export const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOf(sources)

/** @param {string[]} paths */
function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) for (const file of filesIn(join(root, path))) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

/** Browsers get what was pressed once, here, and not at every request. @param {string} folder */
async function compressAll(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  await Promise.all(
    filesIn(folder)
      .filter((file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file) && statSync(file).size > 1024)
      .flatMap((file) => {
        const content = readFileSync(file)
        return [
          promisify(brotliCompress)(content, quality).then((small) => writeFile(`${file}.br`, small)),
          promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
        ]
      }),
  )
}
