import { afterEach } from 'vitest'
import type { Pile } from '../../src/fleet/pile.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import type { TestServer } from './server.ts'

type Given = Parameters<typeof virtualPile>[0]
type Further = Parameters<typeof virtualPile> extends [unknown, ...infer More] ? More : never

/** Starts virtual piles at a server; they end with the test. To be called once in a test file. */
export function virtualPiles() {
  const piles: Pile[] = []
  afterEach(async () => {
    for (const pile of piles.splice(0)) await pile.stop()
  })
  return ({ url }: Pick<TestServer, 'url'>, given: Omit<Given, 'url'>, ...further: Further): Pile => {
    const pile = virtualPile({ url: `${url.replace('http', 'ws')}/ocpp`, ...given }, ...further)
    piles.push(pile)
    pile.start()
    return pile
  }
}
