const CODE = /^[\w-]{32}$/

/** What a screen that waits shows as a QR code, and how a telephone reads it: the console opens a page on its code, at `path`. */
function codeAt(path: string) {
  const pathOf = (code: string) => path + code
  return {
    /** The page of the console on which the screen is let in. */
    pathOf,
    /** A telephone's own camera opens the console with it, too. */
    address: (origin: string, code: string) => origin + pathOf(code),
    /** The waiting screen's code in what was scanned; null when it is something else, such as a pile's label. */
    codeIn(scanned: string): string | null {
      try {
        const { pathname } = new URL(scanned.trim())
        const code = pathname.startsWith(path) ? pathname.slice(path.length) : ''
        return CODE.test(code) ? code : null
      } catch {
        return null
      }
    },
  }
}

/** A browser whose person signs in by telephone. */
export const signInCode = codeAt('/qr/')
/** A display for a wall. */
export const wallCode = codeAt('/let-in/')
