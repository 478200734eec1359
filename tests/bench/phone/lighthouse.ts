import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from '../../../src/tools/browser.mjs'
import { command } from '../../../src/tools/command.mjs'
import { npm } from '../../../src/tools/install.mjs'
import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'

const CATEGORIES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
/** The newest that runs on this Node. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const VERSION = major > 22 || (major === 22 && minor >= 19) ? '13' : '12'

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string }>
}

/** The scores of the sign-in page on a phone. Lighthouse is fetched for this run, as it is too large to be a dependency. */
export async function lighthouseResults({ address }: BenchServer): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chargedeck-lighthouse-'))
  try {
    const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { code } = await npm(['install', '--prefix', folder, ...quiet, `lighthouse@${VERSION}`])
    if (code !== 0) return [missing(`npm ended with ${code}`)]
    return await scores(folder, `${address}/login`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function scores(folder: string, page: string): Promise<Result[]> {
  const path = join(folder, 'report.json')
  const browser = await ensureBrowser()
  const { code, output } = await command(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      page,
      ...[
        '--quiet',
        '--output=json',
        `--output-path=${path}`,
        `--only-categories=${Object.keys(CATEGORIES).join(',')}`,
      ],
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { quiet: true, env: browser ? { CHROME_PATH: browser } : {} },
  )
  if (code !== 0) return [missing(output.trim().split('\n').at(-1) ?? `it ended with ${code}`)]
  const { categories, audits } = JSON.parse(readFileSync(path, 'utf8')) as Report
  const failed = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
  )
  return Object.entries(CATEGORIES).map(([name, limit]) => ({
    ...{
      item: 'phone',
      name: `Lighthouse, ${name}`,
      value: Math.round((categories[name]?.score ?? 0) * 100),
      unit: '',
    },
    ...{ limit, atLeast: true },
    ...(name === 'performance' && { note: failed.map(({ title }) => title).join('; ') }),
  }))
}

const missing = (why: string): Result => ({
  ...{ item: 'phone', name: 'Lighthouse', value: 0, unit: '' },
  note: `could not be asked: ${why}`,
})
