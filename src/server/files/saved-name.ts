/** Endings that fit what a file is; anything else gets one that does. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/zip': ['zip'],
  'application/gzip': ['gz', 'tgz'],
  'application/octet-stream': ['bin', 'fw', 'img', 'hex', 'upd'],
  'text/csv': ['csv'],
  'text/plain': ['txt', 'csv', 'log', 'md', 'json', 'hex', 'srec', 's19', 'upd', 'fw'],
}

/**
 * The name under which a file is saved by anyone who fetches it. A browser and a desk decide by the ending what to do with a saved
 * file: a text called `.html` or `.js` would run there, whatever it was served as.
 */
export function savedName(name: string, type: string): string {
  const endings = ENDINGS[type.split(';')[0] ?? ''] ?? ['bin']
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending && endings.includes(ending) ? name : `${name}.${endings[0]}`
}
