import { describe, expect, test } from 'vitest'
import { catalogue, type Place } from '../../src/server/menus/catalogue.ts'
import { entities } from '../../src/shared/entities/index.ts'
import { type Entity, fieldsOf } from '../../src/shared/kit/entity.ts'

type Words = { [key: string]: string | Words }

const files = import.meta.glob<Words>('../../locales/*/*.json', { eager: true, import: 'default' })
const sources = import.meta.glob<string>('../../src/{server,shared}/**/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const LANGUAGES = ['en', 'zh-CN']
const words = (language: string, namespace: string): Words | undefined =>
  files[`../../locales/${language}/${namespace}.json`]
const namespaces = [...new Set(Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, '')))]

/** `errors.too_long` and its placeholders; plural endings differ from language to language. */
function flat(words: Words, at = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${at}${key}`.replace(/_(zero|one|two|few|many|other)$/, ''), placeholders(value)] as const]
        : [...flat(value, `${at}${key}.`)],
    ),
  )
}
const placeholders = (text: string) =>
  [...text.matchAll(/{{\s*(\w+)/g)]
    .map(([, name]) => name)
    .sort()
    .join(' ')

function has(language: string, namespace: string, key: string): boolean {
  let found: string | Words | undefined = words(language, namespace)
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' && found.length > 0
}

describe.each(namespaces)('the words of %s', (namespace) => {
  test('are the same in every language, with the same figures', () => {
    const [english = {}, ...others] = LANGUAGES.map((language) => words(language, namespace) ?? {})
    for (const other of others) expect(Object.fromEntries(flat(other))).toEqual(Object.fromEntries(flat(english)))
  })
})

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(Object.values(entities).map((entity) => [entity.name, entity as Entity] as const))(
    '%s and every field and choice of it have a word',
    (name, entity) => {
      const wanted = [`${name}.one`, `${name}.many`]
      for (const [field, { choices = [], section }] of fieldsOf(entity)) {
        const shared = has(language, 'entities', `fields.${field}`)
        if (!shared) wanted.push(`${name}.fields.${field}`)
        if (section) wanted.push(`${name}.sections.${section}`)
        // A choice among entities has the entities' own words.
        const named = choices.filter((choice) => !has(language, 'entities', `${choice}.one`))
        wanted.push(...named.map((choice) => `${name}.choices.${field}.${choice}`))
      }
      expect(wanted.filter((key) => !has(language, 'entities', key))).toEqual([])
    },
  )

  test('every place of the menu and every permission has a word', () => {
    const titles = (places: readonly Place[]): string[] =>
      places.flatMap(({ title, children }) => [title, ...titles(children)])
    expect(titles(catalogue).filter((title) => !has(language, 'menu', title))).toEqual([])
  })

  test('every refusal that the server or a schema can give has a word', () => {
    const code = Object.values(sources).join('\n')
    const keys = [
      ...code.matchAll(/new Refusal\(\s*\d+,\s*'([\w:.]+)'/g),
      ...code.matchAll(/(?:wrongField|refuse|refusal)\([^()]*,\s*'([\w:.]+)'/g),
      ...code.matchAll(/\b(?:error|says):\s*'([\w:.]+)'/g),
      ...code.matchAll(/key: '([\w:.]+)'/g),
    ].map(([, key]) => String(key))
    expect(keys.length).toBeGreaterThan(60)
    const missing = [...new Set(keys)].filter((key) => {
      const [namespace, word] = key.includes(':') ? key.split(':') : ['errors', key]
      return !has(language, String(namespace), String(word))
    })
    expect(missing).toEqual([])
  })
})

/** Each of these has another word in the console: what says it twice teaches people two things for one. */
const OTHER_WORDS: Record<string, RegExp> = {
  en: /connector(?!\})|balance movement|mark as processed/i,
  'zh-CN': /连接器|接口枪|余额变动记录/,
}

test.each(LANGUAGES)('one thing has one word in %s', (language) => {
  const twice = namespaces.flatMap((namespace) =>
    raw(words(language, namespace) ?? {}).filter((text) => OTHER_WORDS[language]?.test(text.replace(/{{.*?}}/g, ''))),
  )
  expect(twice).toEqual([])
})

const raw = (words: Words): string[] =>
  Object.values(words).flatMap((word) => (typeof word === 'string' ? [word] : raw(word)))
