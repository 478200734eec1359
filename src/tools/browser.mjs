import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { installed } from './command.mjs'
import { fromDebian, mayInstall } from './debian.mjs'

/** Chromium without a window to draw: the same pages for half the work. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const names = [...shells, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** An installed headless shell, else Chromium or Chrome: CHROME_PATH, else from PATH, else from where they usually lie. */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places]
  return process.env.CHROME_PATH || candidates.find((path) => existsSync(path))
}

/**
 * Finds a browser or fetches one the usual way for the platform. Undefined: Playwright's own is used.
 * Debian's headless shell comes beside a Chromium that is there already, which is used where it cannot be had.
 * @returns {Promise<string | undefined>}
 */
export async function ensureBrowser() {
  const found = findBrowser()
  if (found && (process.env.CHROME_PATH || isShell(found) || !mayInstall())) return found
  process.stdout.write('Installing a browser for the tests…\n')
  if (mayInstall()) {
    const { code, output } = await fromDebian(['chromium-headless-shell', 'fonts-noto-cjk'])
    if (code === 0 || found) return findBrowser()
    process.stdout.write(output)
  }
  const withSystem = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : []
  await installed('playwright-core/cli.js', ['install', ...withSystem, 'chromium'])
  return undefined
}

/** @param {string} path */
const isShell = (path) => shells.includes(basename(path))
