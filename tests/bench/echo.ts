import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { GroupCommit } from '../../src/server/ocpp/group-commit.ts'

/**
 * The limit of the machine: parses each call and answers the least that the standard lets pass. Prints its port. Where the environment
 * names a database, what was said is first kept in a table of one column without an index: the limit of all that acknowledge no sooner.
 */
const server = new WebSocketServer({
  host: '127.0.0.1',
  port: 0,
  perMessageDeflate: false,
  handleProtocols: (offered) => [...offered][0] ?? false,
})

let transactions = 0
const answers: Record<string, () => object> = {
  BootNotification: () => ({ status: 'Accepted', currentTime: new Date().toISOString(), interval: 300 }),
  StartTransaction: () => ({ transactionId: ++transactions, idTagInfo: { status: 'Accepted' } }),
}
const nothing = () => ({})

function keeper(): (said: string, then: () => void) => void {
  if (!process.env.PGDATABASE) return (_, then) => then()
  const pool = new pg.Pool({ max: 2 })
  const statement = { name: 'keep', text: 'insert into durable_echo select * from unnest($1::text[])' }
  const write = (said: string[]) => pool.query({ ...statement, values: [said] })
  // As many at once, and as much in each, as the server's own journal.
  const commits = new GroupCommit<string>({ write, inFlight: 2, most: 2_000 })
  return (said, then) => commits.add(said, (error) => !error && then())
}
const keep = keeper()

server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const said = data.toString()
    const [type, id, action] = JSON.parse(said)
    if (type === 2) keep(said, () => socket.send(JSON.stringify([3, id, (answers[action] ?? nothing)()])))
  })
})
server.on('listening', () => console.log((server.address() as AddressInfo).port))
