import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'

/** A service that says nothing by then is tried again later. */
const WITHIN_MS = 10_000
/** What is read of an answer: why it is refused. */
const MOST_READ = 1_000

interface Post {
  url: URL
  headers: Record<string, string>
  body: Buffer
  lookup: LookupFunction | undefined
}

export interface Answer {
  status: number
  /** The service's own name for the message. */
  location: string | null
  /** The beginning of what it said. */
  text: string
}

/** Posts a message to a push service. An answer that leads elsewhere is an answer and not followed; it takes no longer than it may. */
export function post({ url, headers, body, lookup }: Post): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? request : plainRequest
    const length = { 'Content-Length': String(body.length) }
    const asking = ask(url, { method: 'POST', headers: { ...headers, ...length }, ...(lookup && { lookup }) })
    // Of the whole call: a service may say a byte a second.
    const over = setTimeout(() => asking.destroy(new Error('the push service did not answer in time')), WITHIN_MS)
    const settle = (answer: Answer) => {
      clearTimeout(over)
      resolve(answer)
      asking.destroy()
    }
    asking.on('response', (response) => {
      const { statusCode: status = 0, headers: said } = response
      const location = said.location ?? null
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (text.length > MOST_READ) settle({ status, location, text: text.slice(0, MOST_READ) })
      })
      response.on('end', () => settle({ status, location, text }))
      response.on('error', reject)
    })
    asking.on('error', (error) => {
      clearTimeout(over)
      reject(error)
    })
    asking.end(body)
  })
}
