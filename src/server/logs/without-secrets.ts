const NAMED = /((?:password|passwd|secret|token|authorization|api[_-]?key|code)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]+/gi
/** A JSON Web Token, wherever it stands. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** The account in an address: `postgres://user:password@host`. */
const IN_ADDRESS = /(\/\/)[^\s/@]+@/g

/** A text of an error without what could let somebody in. */
export const withoutSecrets = (text: string): string =>
  text.replace(BEARER, '$1 …').replace(JWT, '…').replace(NAMED, '$1…').replace(IN_ADDRESS, '$1…@').replaceAll('\0', '')
