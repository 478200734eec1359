import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo } from './account.ts'
import type { Cluster } from './cluster.ts'
import type { Address } from './settings.ts'

// sockaddr_un holds 104 bytes on macOS; the socket's own name takes 15 of them.
const longestFolder = 88

/** Where the server shall listen: a socket in its own folder, which nobody else may enter, or a free local port. */
export async function newAddress({ folder, account }: Cluster): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
  if (Buffer.byteLength(folder) <= longestFolder) return { host: folder, port: 5432 }
  const host = mkdtempSync(join(tmpdir(), 'chargedeck-'))
  if (account) giveTo(account, host)
  return { host, port: 5432 }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
