import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Slow 4G as Lighthouse has it. */
const ROUND_TRIP_MS = 150
const DOWN_BYTES_A_MS = 1_638_400 / 8_000
const UP_BYTES_A_MS = 750_000 / 8_000
/** TCP and TLS take a round trip each before the first byte; here there is no TLS, and TCP takes no time. */
const OPENING_MS = 2 * ROUND_TRIP_MS
/** What is under way of several connections takes turns by pieces of this size. */
const PIECE_BYTES = 4_096

export interface SlowLine {
  /** http://127.0.0.1:port, which leads to the server. */
  address: string
  close(): void
}

/**
 * A line to a server on this machine as a phone has it: all connections share its rate, pages as well as their service worker and the
 * live channel, which a browser's own throttling leaves out.
 */
export async function slowLine(to: string): Promise<SlowLine> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  const [down, up] = [lane(DOWN_BYTES_A_MS), lane(UP_BYTES_A_MS)]
  const server = createServer((phone) => {
    const far = connect(Number(port), hostname)
    for (const socket of [phone, far]) {
      sockets.add(socket)
      // What one side ended, the other does not go on with.
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
    const openAt = performance.now() + OPENING_MS
    carry(phone, far, (bytes) => Math.max(openAt, up(bytes)))
    carry(far, phone, down)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Says when so many bytes have arrived, one piece behind the other. */
function lane(bytesAMs: number) {
  let freeAt = 0
  return (bytes: number) => {
    freeAt = Math.max(freeAt, performance.now()) + bytes / bytesAMs
    return freeAt
  }
}

function carry(from: Socket, to: Socket, arrival: (bytes: number) => number) {
  let before = Promise.resolve()
  const then = (at: number, does: () => void) => {
    before = before.then(() => until(at)).then(does)
  }
  from.on('data', (data) => {
    for (let start = 0; start < data.length; start += PIECE_BYTES) {
      const piece = data.subarray(start, start + PIECE_BYTES)
      then(arrival(piece.length) + ROUND_TRIP_MS / 2, () => void (to.destroyed || to.write(piece)))
    }
  })
  from.on('close', () => then(0, () => to.end()))
}

function until(at: number): Promise<void> {
  const wait = at - performance.now()
  return wait > 0 ? new Promise((resolve) => setTimeout(resolve, wait)) : Promise.resolve()
}
