import { expect, test } from 'vitest'
import { FIRST_WORDS } from '../../src/client/kit/i18n/first-words.ts'
import { MORE_ENTITIES } from '../../src/shared/kit/more-entities.ts'

/** Every word that a screen asks for is in the locales: a key that is missing would be read aloud as it is. */

const sources = import.meta.glob<string>('../../src/client/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const files = import.meta.glob<Record<string, unknown>>('../../locales/en/*.json', { eager: true, import: 'default' })

const namespaces = new Map(Object.entries(files).map(([path, words]) => [path.replace(/^.*\/|\.json$/g, ''), words]))

function has(namespace: string, key: string): boolean {
  const words = namespaces.get(namespace)
  if (!words) return false
  if (namespace === 'entities' && has(MORE_ENTITIES, key)) return true
  const find = (wanted: string) =>
    wanted.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], words)
  return [key, `${key}_one`, `${key}_other`].some((wanted) => typeof find(wanted) === 'string')
}

/** The namespaces that a file speaks, and the keys that it asks for in full. */
function asksFor(source: string) {
  const spoken = [...source.matchAll(/useTranslation\(([^)]*)\)|ns: '([\w-]+)'/g)].flatMap(([, list = '', one]) =>
    one ? [one] : [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name),
  )
  const keys = [...source.matchAll(/\b(?:t|say|shell|i18next\.t)\(\s*'([\w:.-]+)'/g)].map(([, key = '']) => key)
  return { spoken: [...new Set(spoken)], keys }
}

const screens = Object.entries(sources).map(
  ([path, source]) => [path.replace('../../src/client/', ''), asksFor(source)] as const,
)

test('the scan sees keys and namespaces', () => {
  expect(asksFor("useTranslation(['auth', 'errors']); t('title'); t('errors:required')")).toEqual({
    spoken: ['auth', 'errors'],
    keys: ['title', 'errors:required'],
  })
  expect(screens.filter(([, { keys }]) => keys.length > 0).length).toBeGreaterThan(40)
})

test.each(screens.filter(([, { spoken, keys }]) => spoken.length > 0 && keys.length > 0))(
  '%s asks for words that there are',
  (_, { spoken, keys }) => {
    const missing = keys.filter((key) => {
      const [namespace = '', rest] = key.split(':')
      return rest === undefined ? !spoken.some((one) => has(one, key)) : !has(namespace, rest)
    })
    expect(missing).toEqual([])
  },
)

const LOADS = /\b(?:loadNamespaces|withWords)\(\s*(\[[^\]]*\]|'[\w-]+')/g
const loads = (source: string) =>
  [...source.matchAll(LOADS)].flatMap(([, list = '']) => list.split(/[[\],\s]+/).filter(Boolean))

const loadedBy = (path: string) =>
  loads(sources[`../../src/client/${path}`] ?? '').map((name) => name.replaceAll("'", ''))

/** Those of every page are there before anything is drawn. */
const THERE = FIRST_WORDS.start

/** What shows while a file is on its way, or a sheet, has waited for them. */
const AWAITED = ['kit/forms/use-entity-form.ts: files', 'kit/sheets/run-export.ts: sheets']

test('a screen that asks for words of another part waits for them', () => {
  const unawaited = screens.flatMap(([path, { spoken, keys }]) =>
    keys
      .map((key) => /^([\w-]+):/.exec(key)?.[1])
      .filter((namespace) => namespace && ![...spoken, ...THERE, ...loadedBy(path)].includes(namespace))
      .map((namespace) => `${path}: ${namespace}`),
  )
  expect(unawaited).toEqual(AWAITED)
})

test('what is loaded by name is the name of words', () => {
  expect(loads("loadNamespaces([...MORE, 'scan']); withWords('push', load)")).toEqual(['...MORE', "'scan'", "'push'"])
  expect(
    Object.values(FIRST_WORDS)
      .flat()
      .filter((name) => !namespaces.has(name)),
  ).toEqual([])
  const named = Object.values(sources).flatMap(loads)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => name !== 'MORE_ENTITIES' && !namespaces.has(name.replaceAll("'", '')))).toEqual([])
})
