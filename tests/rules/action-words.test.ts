import { expect, test } from 'vitest'
import { FALLBACK, fallbacksOf } from '../../src/shared/kit/languages.ts'
import { declaredEndpoints } from '../setup/contract.ts'

/** What another language lacks is said in the fallback. */
const isComplete = (path: string) => {
  const tag = path.split('/').at(-2) ?? FALLBACK
  return fallbacksOf(tag).length === 0
}

const words = import.meta.glob<{ actions: Record<string, string> }>('../../locales/*/logs.json', {
  eager: true,
  import: 'default',
})
const entityWords = import.meta.glob<Record<string, { one?: string }>>('../../locales/*/entities.json', {
  eager: true,
  import: 'default',
})
const commandWords = import.meta.glob<{ command?: { did?: Record<string, string> } }>(
  '../../locales/*/more_entities.json',
  {
    eager: true,
    import: 'default',
  },
)
const sources = import.meta.glob<string>('../../src/server/**/*.ts', { eager: true, query: '?raw', import: 'default' })

/** Where the server says what someone did: itself, through a `note`, or as one of two. */
const SAID = [
  /\baction: '([a-z][\w-]*)'/g,
  /\.#?note\((?:\w+ \? )?'([\w-]+)'(?: : '([\w-]+)')?/g,
  /\bnoted?\((?:\w+, )+'([\w-]+)'/g,
  /const action = .* \? '([\w-]+)' : '([\w-]+)'/g,
]

test('everything that the log can say someone did has a word', () => {
  const calls = declaredEndpoints.flatMap(({ path, changes }) => (changes ? [path.split('/').at(-1) ?? ''] : []))
  const written = Object.values(sources).flatMap((source) =>
    SAID.flatMap((said) => [...source.matchAll(said)].flatMap(([, ...found]) => found.filter(Boolean))),
  )
  const actions = [...new Set([...calls, ...written])]
  expect(actions.length).toBeGreaterThan(40)
  for (const [path, { actions: known }] of Object.entries(words).filter(([path]) => isComplete(path))) {
    const did = commandWords[path.replace('logs.json', 'more_entities.json')]?.command?.did
    expect(
      actions.filter((action) => !(known[action] ?? did?.[action])),
      path,
    ).toEqual([])
  }
})

test('everything that the log can say it was done to has a word', () => {
  const written = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\bentity: '([a-z_]+)',\s+entity_id/g)].map(([, name]) => name ?? ''),
  )
  const named = [...new Set([...written, ...declaredEndpoints.flatMap(({ changes }) => changes ?? [])])]
  expect(named).toEqual(expect.arrayContaining(['dictionary', 'table', 'pile']))
  for (const [path, known] of Object.entries(entityWords).filter(([path]) => isComplete(path)))
    expect(
      named.filter((name) => !known[name]?.one),
      path,
    ).toEqual([])
})
