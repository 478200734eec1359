import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A process of ours that a test runs and ends. */
export interface Running {
  child: ChildProcess
  /** Everything that it said so far. */
  said(): string
  /** Resolves with what it said once that matches; rejects when it ends before. */
  says(pattern: RegExp): Promise<string>
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

const TYPESCRIPT = ['--import', 'tsx']

/** Runs a program: JavaScript, or TypeScript as it is. */
export function runProgram(path: string, env: Record<string, string> = {}, args: string[] = []): Running {
  const clean = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const child = spawn(process.execPath, [...(path.endsWith('.ts') ? TYPESCRIPT : []), path, ...args], {
    env: { ...clean, ...env },
  })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
      for (const listener of listeners) listener()
    })
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(text) && resolve(text)
      listeners.add(look)
      look()
      ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${text}`)))
    })
  return { child, said: () => text, says, ended }
}

/** An empty folder for a test's own data, where the database server's account can reach it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'chargedeck-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The server as `npm test` has built it: that is what people run, and it is there sooner than one from TypeScript. */
export const SERVER_PROGRAM = process.env.BUILT_SERVER ?? 'src/server/app/main.ts'
