import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PileMemory } from './memory.ts'

/** Memories by station number. */
export type PileMemories = Record<string, PileMemory>

/** What piles kept in this file; nothing when there is none, or when a loss of power spoilt it. */
export function readMemories(file: string): PileMemories {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Replaces the file at once, so that there is always a whole one. */
export function writeMemories(file: string, memories: PileMemories) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(memories))
  renameSync(`${file}.new`, file)
}
