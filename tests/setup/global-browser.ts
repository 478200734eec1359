import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string
  }
}

/** One Chromium for all journeys; each of them opens a window of its own. */
export default async function setup(project: TestProject) {
  const server = await chromium.launchServer({ executablePath: installed(), args })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** CHROME_PATH (`npm test` sets it), else one that is installed, else the one that Playwright fetched. */
function installed(): string | undefined {
  return process.env.CHROME_PATH || places.find((path) => existsSync(path))
}
