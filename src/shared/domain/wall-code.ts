const PATH = '/let-in/'
const CODE = /^[\w-]{32}$/

/** The page of the console on which a screen for a wall is let in. */
export const letInPath = (code: string) => PATH + code

/** What a screen that waits shows as a QR code: a telephone's own camera opens the console with it, too. */
export const wallAddress = (origin: string, code: string) => origin + letInPath(code)

/** The waiting screen's code in what was scanned; null when it is something else. */
export function wallCodeIn(scanned: string): string | null {
  try {
    const { pathname } = new URL(scanned.trim())
    const code = pathname.startsWith(PATH) ? pathname.slice(PATH.length) : ''
    return CODE.test(code) ? code : null
  } catch {
    return null
  }
}
