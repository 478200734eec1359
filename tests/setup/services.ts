import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** What a service was asked. */
export interface Asked {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

/** What a service says; `silence` takes the call and hangs up. */
export type Says = { status?: number; headers?: Record<string, string>; body: unknown } | 'silence'

export interface Service {
  url: string
  asked: Asked[]
  stop(): Promise<void>
}

/** A service on a port of its own that answers as the test says. */
export async function httpService(answer: (asked: Asked, times: number) => Says | Promise<Says>): Promise<Service> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const one = {
      method: request.method ?? '',
      url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    asked.push(one)
    say(response, await answer(one, asked.length))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function say(response: ServerResponse, says: Says): void {
  if (says === 'silence') {
    response.destroy()
    return
  }
  response.writeHead(says.status ?? 200, { 'content-type': 'application/json', ...says.headers })
  response.end(JSON.stringify(says.body))
}

export interface Mail {
  from: string
  to: string[]
  /** Headers and text, as they came. */
  source: string
}

export interface MailService {
  /** With the account that it takes. */
  url: string
  mails: Mail[]
  stop(): Promise<void>
}

/** A mail server; `refuse` says for which receivers it gives which answer. */
export async function mailService(refuse: (to: string) => number | null = () => null): Promise<MailService> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    logger: false,
    // Its own certificate is for nobody; how a mailer upgrades is the mailer's test.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'console' && password === 'hunter22' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo({ address }, _, done) {
      const responseCode = refuse(address)
      done(responseCode ? Object.assign(new Error('mailbox'), { responseCode }) : null)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, source: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://console:hunter22@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
