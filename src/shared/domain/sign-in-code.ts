const PATH = '/qr/'
const CODE = /^[\w-]{32}$/

/** The page of the console on which a scanned screen is confirmed. */
export const confirmPath = (code: string) => PATH + code

/** What a screen that waits shows as a QR code: a telephone's own camera opens the console with it, too. */
export const screenAddress = (origin: string, code: string) => origin + confirmPath(code)

/** The waiting screen's code in what was scanned; null when it is something else, such as a pile's label. */
export function screenCodeIn(scanned: string): string | null {
  try {
    const { pathname } = new URL(scanned.trim())
    const code = pathname.startsWith(PATH) ? pathname.slice(PATH.length) : ''
    return CODE.test(code) ? code : null
  } catch {
    return null
  }
}
