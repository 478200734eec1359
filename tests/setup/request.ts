import { Agent, request } from 'node:http'

interface Asking {
  method: string
  headers: Record<string, string>
  body?: string
}

export interface Answered {
  status: number
  headers: Headers
  text: string
}

const agent = new Agent({ keepAlive: true })
/** What `fetch` sends of itself; only that an answer may be packed is not said. */
const SAID = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

/** Calls a server over a real socket, as `fetch` does, for half its processor time: tests make some 50,000 calls. */
export const ask = (url: string, { method, headers, body }: Asking): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, agent, headers: { ...SAID, ...headers, ...length } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode: status = 0, rawHeaders } = answer
        const named = new Headers()
        for (let at = 0; at < rawHeaders.length; at += 2) named.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
        resolve({ status, headers: named, text: Buffer.concat(pieces).toString('utf8') })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
