import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../src/server/**/*.ts', { eager: true, query: '?raw', import: 'default' })

/** What lasts longer than a call: of a module, of a class, and what routes remember. */
const KEEPS = [
  /^(export )?let /m,
  /^(export )?const \w+(: [^=\n]+)? = new (Map|Set)(<.*>)?\(\)/m,
  /#\w+(: [^=\n]+)? = new (Map|Set)\b/,
  /= new Remembered\b/,
]

/** A clock, and a set that stays empty. */
const KEEPS_NOTHING = ['kit/database/shared-clock.ts', 'ocpp/hidden.ts']

const docs = readFileSync('docs/architecture.md', 'utf8')
const section = docs.slice(docs.indexOf('## What a process remembers'), docs.indexOf('**Which database answers.**'))

test('each file that keeps something in memory stands under "What a process remembers"', () => {
  const unnamed = Object.entries(sources)
    .filter(([, source]) => KEEPS.some((pattern) => pattern.test(source)))
    .map(([path]) => path.replace('../../src/server/', ''))
    .filter((file) => !KEEPS_NOTHING.includes(file) && !section.includes(`\`${file}\``))
  expect(unnamed).toEqual([])
})

test('each file that is named there is there', () => {
  const named = [...section.matchAll(/`([a-z][\w/-]*\/[\w-]+\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => sources[`../../src/server/${file}`] === undefined)).toEqual([])
})
