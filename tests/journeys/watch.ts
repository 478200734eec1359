import type { Page, Request } from 'playwright-core'

export interface Watched {
  /** What may never happen: exceptions, and answers that say the server failed. */
  broken: string[]
  /** What someone before the window would say of it: where it stands, what it shows, what it asked and got no answer to. */
  told(): Promise<string>
  /** Ends the window, whatever is open in it. */
  end(): Promise<void>
}

/** The windows in which someone sits. */
export const seated = new Set<Watched>()

/** A machine that is stuck shall not keep the report from coming. */
const LOOK_MS = 5_000
const MOST_LINES = 150
const MOST_HAPPENED = 15

/** The question or the sheet on top, else the page. */
const inFront = (page: Page) => page.getByRole('dialog').or(page.locator('#root, #main')).last()

async function shownBy(page: Page): Promise<string> {
  const shown = await inFront(page)
    .ariaSnapshot({ timeout: LOOK_MS })
    .catch((error: Error) => error.message)
  return shown.split('\n').slice(0, MOST_LINES).join('\n')
}

/** Looks on from here on, so that a test that fails can tell why. */
export function watch(page: Page): Watched {
  const broken: string[] = []
  const happened: string[] = []
  const pending = new Set<Request>()
  const asked = (request: Request) => `${request.method()} ${request.url()}`
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('response', (response) => response.status() >= 500 && broken.push(`${response.status()} ${response.url()}`))
  page.on('console', (line) => line.type() === 'error' && happened.push(`said ${line.text()} ${line.location().url}`))
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => {
    pending.delete(request)
    happened.push(`failed ${asked(request)}: ${request.failure()?.errorText}`)
  })
  return {
    broken,
    told: async () => {
      const waiting = [...pending].map((request) => `waits for ${asked(request)}`)
      const lines = [...broken.map((what) => `broke: ${what}`), ...happened.slice(-MOST_HAPPENED), ...waiting]
      return [page.url(), await shownBy(page), ...lines].join('\n')
    },
    end: () => page.context().close(),
  }
}
