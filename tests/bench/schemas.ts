import { NumberedPile } from './numbered-load.ts'

/*
 * What the schemas of 2.0.1 cost, in a process of its own: how long they take to load when 1.6 is there already, to compile for the
 * first event, and to look at one. Prints ms, ms and µs.
 */
await import('../../src/server/ocpp/v16/schemas.ts')
const from = performance.now()
const { schemas201 } = await import('../../src/server/ocpp/v201/schemas.ts')
const load_ms = performance.now() - from
const pile = new NumberedPile(1, { url: '', piles: 1, seconds: 0, warmupSeconds: 0, station: String, card: String })
const event = JSON.parse(pile.report().json)
const first = performance.now()
if (!schemas201.conforms('TransactionEvent', 'req', event)) throw new Error('the event is not as the standard says')
const compile_ms = performance.now() - first
const TIMES = 200_000
const looked = performance.now()
for (let time = 0; time < TIMES; time++) schemas201.conforms('TransactionEvent', 'req', event)
console.log(JSON.stringify({ load_ms, compile_ms, look_us: ((performance.now() - looked) * 1_000) / TIMES }))
