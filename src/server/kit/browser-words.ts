import bowser from 'bowser'

export interface BrowserWords {
  /** `Firefox 133`. */
  browser: string | null
  /** `iOS 17.5`. */
  system: string | null
}

/** What a User-Agent header says of the browser and its system, in words that people know; null where it says nothing. */
export function browserWords(agent: string | null): BrowserWords {
  if (!agent) return { browser: null, system: null }
  const { browser, os } = bowser.parse(agent)
  return {
    browser: named(browser.name, browser.version?.split('.')[0]),
    system: named(os.name, FROZEN.has(os.name ?? '') ? undefined : os.version),
  }
}

// Their browsers say the same of every version since 10 and 10.15.
const FROZEN = new Set(['Windows', 'macOS'])

const named = (name: string | undefined, version: string | undefined) =>
  name ? [name, version].filter(Boolean).join(' ') : null
