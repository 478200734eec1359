import { request as overHttp } from 'node:http'
import { request as overTls } from 'node:https'
import { hostname } from 'node:os'
import { LOST_AFTER_S } from './node-book.ts'

const ANSWER_MS = 2_000

interface Deps {
  /** Whether a node at an address of its row takes work: it has the database. */
  isReady(address: string): Promise<boolean>
  /** Said each second while it is so, and each time that the database answered. */
  tell(isCutOff: boolean): void
  /** A clock that nobody sets, in milliseconds. */
  clock?: () => number
}

/**
 * Whether this node alone has lost the database. Others take its piles over by then, and those would wait here for answers that do not come. It
 * asks those that it knew last: where none of them has the database either, or none can be asked, piles are as well off here as anywhere.
 */
export class CutOff {
  readonly #deps: Deps
  readonly #clock: () => number
  #heard: { at: number; others: readonly string[] } = { at: 0, others: [] }
  #asking = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#clock = deps.clock ?? (() => performance.now())
  }

  /** The database answered what was asked then; these others run, by their addresses. */
  heard(others: readonly string[], asked_at: number): void {
    this.#heard = { at: asked_at, others }
    this.#deps.tell(false)
  }

  /** To be called once a second, whatever the database does. */
  async look(): Promise<void> {
    const heard = this.#heard
    const isLost = this.#clock() - heard.at > LOST_AFTER_S * 1_000
    if (!isLost || heard.others.length === 0 || this.#asking) return
    this.#asking = true
    const ready = await Promise.all(heard.others.map((address) => this.#deps.isReady(address)))
    this.#asking = false
    // The database may have answered meanwhile.
    if (ready.includes(true) && this.#heard === heard) this.#deps.tell(true)
  }
}

/** Asks `/readyz`. A node of this machine may listen to this machine alone. It is a hint: whose certificate it is does not matter. */
export async function answersReady(address: string, tls: boolean): Promise<boolean> {
  const at = address.lastIndexOf(':')
  const [host, port] = [address.slice(0, at), Number(address.slice(at + 1))]
  if (at < 0 || !port) return false
  const hosts = host === hostname() ? [host, '127.0.0.1'] : [host]
  return (await Promise.all(hosts.map((each) => ask(each, port, tls)))).includes(true)
}

function ask(host: string, port: number, tls: boolean): Promise<boolean> {
  const request = tls ? overTls : overHttp
  return new Promise((resolve) => {
    const asked = request({ host, port, path: '/readyz', timeout: ANSWER_MS, rejectUnauthorized: false, agent: false })
    asked.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
    asked.on('close', () => resolve(false))
    asked.end()
  })
}
