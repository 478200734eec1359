import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { command, installed } from './command.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** An installed Chromium or Chrome: CHROME_PATH, else from PATH, else from where they usually lie. */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places]
  return process.env.CHROME_PATH || candidates.find((path) => existsSync(path))
}

/**
 * Finds a browser or fetches one the usual way for the platform. Undefined: Playwright's own is used.
 * @returns {Promise<string | undefined>}
 */
export async function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  process.stdout.write('Installing a browser for the tests…\n')
  if (isDebian() && process.getuid?.() === 0) {
    await command('apt-get', ['update', '-qq'], { quiet: true })
    const packages = ['chromium', 'fonts-noto-cjk']
    const { code, output } = await command(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', ...packages],
      {
        quiet: true,
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      },
    )
    if (code === 0) return findBrowser()
    process.stdout.write(output)
  }
  const withSystem = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : []
  await installed('playwright-core/cli.js', ['install', ...withSystem, 'chromium'])
  return undefined
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'))
}
