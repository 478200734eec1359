import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const READ = /\.(ts|tsx|mjs|css|md)$/
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
const files = [...filesIn('src'), ...filesIn('docs'), 'README.md'].filter((path) => READ.test(path))

/** Words that make a sentence slow to read: someone, anyone who and no matter who say the same. */
const SLOW = /\b(whoever|whosoever|somebody|house)\b/i

const slowIn = (text: string): string[] => text.split('\n').filter((line) => SLOW.test(line))

test('comments and documents are in plain words', () => {
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((path) =>
    slowIn(readFileSync(path, 'utf8')).map((line) => `${path}: ${line.trim().slice(0, 100)}`),
  )
  expect(found).toEqual([])
})

test('a line that is not is seen', () => {
  expect(slowIn('a\n/** Whoever asks. */')).toEqual(['/** Whoever asks. */'])
})
