import { WebSocket } from 'ws'

/** Bytes: of the process as the system sees it, and of what its program reaches. */
export interface Memory {
  rss: number
  reached: number
}

/** What a Node process holds after its garbage is collected, through its inspector. */
export async function settledMemory(inspector: string): Promise<Memory> {
  const [target] = (await (await fetch(`${inspector}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('nothing to inspect')
  const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ask = asker(socket)
  for (let round = 0; round < 3; round++) await ask('HeapProfiler.collectGarbage', {})
  const expression = 'JSON.stringify(process.memoryUsage())'
  const { result } = (await ask('Runtime.evaluate', { expression })) as { result: { value: string } }
  socket.close()
  const { rss, heapUsed, external } = JSON.parse(result.value) as NodeJS.MemoryUsage
  return { rss, reached: heapUsed + external }
}

function asker(socket: WebSocket) {
  let id = 0
  return (method: string, params: object) =>
    new Promise((resolve) => {
      const own = ++id
      const answer = (data: Buffer) => {
        const message = JSON.parse(data.toString())
        if (message.id !== own) return
        socket.off('message', answer)
        resolve(message.result)
      }
      socket.on('message', answer)
      socket.send(JSON.stringify({ id: own, method, params }))
    })
}
