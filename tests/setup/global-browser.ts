import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findBrowser } from '../../src/tools/browser.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string
  }
}

/** One Chromium for all journeys; each of them opens a window of its own. */
export default async function setup(project: TestProject) {
  const server = await chromium.launchServer({ executablePath: findBrowser(), args })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}

/** What each Chromium of the tests is started with. */
export const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
