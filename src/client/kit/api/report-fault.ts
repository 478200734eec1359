import { readToken } from '../session/token.ts'
import { call } from './call.ts'

/** A page that breaks at every move tells of it ten times and no more. */
const MOST = 10
const told = new Set<string>()

/** Tells the server of what no code of ours has caught; without what was typed or stood in the address behind the path. */
export function reportFault(error: Error) {
  const message = `${error.name}: ${error.message}`.slice(0, 500)
  if (!readToken() || told.size >= MOST || told.has(message)) return
  told.add(message)
  const stack = error.stack ? { stack: error.stack.slice(0, 8_000) } : {}
  // Anyone who is told of it is not to be told that nobody else could be.
  const page = location.pathname.slice(0, 200)
  import('../../../shared/endpoints/error-report.ts')
    .then(({ reportError }) => call(reportError, { message, page, ...stack }))
    .catch(() => {})
}
