import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, skippedWithout } from '../../src/tools/debian.mjs'
import { freePort } from '../../src/tools/free-port.mjs'

const program = findProgram('nats-server')
/** Said by tests that are skipped. */
export const NO_NATS = skippedWithout('nats-server')

export interface NatsServer {
  port: number
  /** With the name and the password that it asks for. */
  url: string
  /** Without a word, as a power cut does. */
  kill(): Promise<void>
  /** After that, at the same port. */
  start(): Promise<void>
  freeze(): void
  thaw(): void
}

export const NATS_USER = { user: 'nodes', password: 'p@ss:word' }

/** A real server of NATS on a port of its own, which asks for a name and a password. */
export async function natsServer(at?: number): Promise<NatsServer> {
  const port = at ?? (await freePort())
  let child: ChildProcess
  const { user, password } = NATS_USER
  const server: NatsServer = {
    port,
    url: `nats://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    async start() {
      const account = ['--user', user, '--pass', password]
      child = spawn(program ?? '', ['-a', '127.0.0.1', '-p', String(port), ...account], { stdio: 'ignore' })
      while (!(await answers(port))) await sleep(20)
    },
    async kill() {
      if (!child.kill('SIGKILL')) return
      await once(child, 'exit')
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
  await server.start()
  return server
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })
