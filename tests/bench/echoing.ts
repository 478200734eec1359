import { startChild } from './child.ts'

/** Runs something against the echo server, which is a process of its own for as long. */
export async function withEcho<T>(
  { nodeArgs = [] }: { nodeArgs?: string[] },
  run: (url: string) => Promise<T>,
): Promise<T> {
  const echo = await startChild({ args: [...nodeArgs, 'tests/bench/echo.ts'], ready: /^\d+$/ })
  try {
    return await run(`ws://127.0.0.1:${echo.line}/ocpp`)
  } finally {
    await echo.stop()
  }
}
