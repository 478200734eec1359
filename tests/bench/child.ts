import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Child {
  pid: number
  /** What the first line that matched said. */
  line: string
  stop(): Promise<void>
}

interface Launch {
  args: string[]
  env?: Record<string, string>
  /** The line that tells that it is ready. */
  ready: RegExp
}

const LONGEST_START_MS = 180_000
const LONGEST_STOP_MS = 15_000

/** Starts a Node program of the project (TypeScript as it lies) and waits until it says that it is ready. */
export async function startChild({ args, env = {}, ready }: Launch): Promise<Child> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr?.on('data', (data) => {
    if (!/^(Debugger |For help, see)/.test(String(data))) process.stderr.write(data)
  })
  const line = await firstLine(child, ready)
  child.stdout?.resume()
  return { pid: child.pid ?? 0, line, stop: () => stop(child) }
}

function firstLine(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready after ${LONGEST_START_MS} ms`)), LONGEST_START_MS)
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (line) => {
      if (!ready.test(line)) return
      clearTimeout(late)
      resolve(line)
    })
  })
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // One that sleeps hears nothing.
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS)
  await ended
  clearTimeout(impatience)
}
