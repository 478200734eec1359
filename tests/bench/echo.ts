import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** The limit of the machine: parses each call and answers the least that the standard lets pass. Prints its port. */
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

server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const [type, id, action] = JSON.parse(data.toString())
    if (type === 2) socket.send(JSON.stringify([3, id, (answers[action] ?? nothing)()]))
  })
})
server.on('listening', () => console.log((server.address() as AddressInfo).port))
