import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

// A file may find what is hidden as well; the next one in the process does not.
configure({ defaultHidden: false })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(cleanup)

// The next file is tested in the same process: libraries stay loaded; what the console itself remembers does not, nor what a file
// left in the page, such as the place of toasts. A part that a screen still asks for comes first: broken off, it would be missing in
// every file after.
afterAll(async () => {
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
  vi.resetModules()
})

// What jsdom lacks and antd-mobile asks for.
window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
