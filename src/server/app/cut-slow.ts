import type { IncomingMessage, Server } from 'node:http'

/** What every body may take, however small. */
const GRACE_MS = 30_000
/** And so much more for each byte that has come: 16 KiB a second, an eighth of a poor mobile line. */
const BYTES_A_SECOND = 16_384
const LOOK_EVERY_MS = 1_000

interface Arriving {
  since: number
  /** What had come over the connection before. */
  before: number
}

/**
 * Cuts off who sends a body too slowly. A file over a slow but steady line arrives; a body that trickles, so that the request
 * is held open for nothing, does not.
 */
export function cutSlow(server: Server, { graceMs = GRACE_MS, now = () => Date.now() } = {}): void {
  const arriving = new Map<IncomingMessage, Arriving>()
  server.prependListener('request', (request) => {
    if (request.complete) return
    arriving.set(request, { since: now(), before: request.socket.bytesRead })
    const forget = () => arriving.delete(request)
    request.once('end', forget)
    request.once('close', forget)
  })
  const timer = setInterval(() => {
    for (const [request, { since, before }] of arriving) {
      const allowed = graceMs + ((request.socket.bytesRead - before) / BYTES_A_SECOND) * 1000
      if (request.complete) arriving.delete(request)
      else if (now() - since > allowed) {
        arriving.delete(request)
        // Answered as Node's own time limit is.
        server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
      }
    }
  }, LOOK_EVERY_MS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
