import type { IncomingMessage } from 'node:http'

/** The server answered the upgrade with an HTTP status. */
export class HandshakeRefused extends Error {
  override readonly name = 'HandshakeRefused'
  readonly status: number
  /** Seconds that it asked us to wait; 0: it said nothing of that. */
  readonly retryAfter: number

  constructor(status: number, message: string, retryAfter = 0) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The call could not be sent, or its answer can no longer come. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'

  constructor(station: string) {
    super(`${station} is not connected`)
  }
}

const LONGEST_REASON = 300

/** Reads why the upgrade was refused: the status and what the body says, shortened. */
export async function readRefusal(response: IncomingMessage): Promise<HandshakeRefused> {
  const status = response.statusCode ?? 0
  let body = ''
  for await (const chunk of response) {
    body += chunk
    if (body.length > LONGEST_REASON) break
  }
  const reason = [response.statusMessage, body.trim().slice(0, LONGEST_REASON)].filter(Boolean).join(': ')
  return new HandshakeRefused(status, `${status} ${reason}`, Number(response.headers['retry-after']) || 0)
}
