import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { say } from '../../src/server/kit/words.ts'
import { catalogue, type Place } from '../../src/server/menus/catalogue.ts'
import { everyOffered } from '../../src/shared/commands/index.ts'
import { forMany } from '../../src/shared/commands/many.ts'
import { entities } from '../../src/shared/entities/index.ts'
import { type Entity, fieldsOf } from '../../src/shared/kit/entity.ts'
import { FALLBACK, factsOf, isLanguage, LANGUAGES, type LanguageFacts } from '../../src/shared/kit/languages.ts'
import { MORE_ENTITIES } from '../../src/shared/kit/more-entities.ts'
import { compareWords } from '../../src/tools/words.mjs'

type Words = { [key: string]: string | Words }

const files = import.meta.glob<Words>(['../../locales/*/*.json', '!**/language.json'], {
  eager: true,
  import: 'default',
})
const sources = import.meta.glob<string>('../../src/{server,shared}/**/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const facts = import.meta.glob<LanguageFacts>('../../locales/*/language.json', { eager: true, import: 'default' })
const COMPLETE = LANGUAGES.filter((language) => language === FALLBACK || factsOf(language).complete)
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

/** What they lack is looked up where the words are that no first page shows. */
const FILLED = new Set(['entities', 'menu'])

function has(language: string, namespace: string, key: string): boolean {
  if (FILLED.has(namespace) && has(language, MORE_ENTITIES, key)) return true
  let found: string | Words | undefined = words(language, namespace)
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' && found.length > 0
}

describe.each(namespaces)('the words of %s', (namespace) => {
  test('are the same in every complete language, with the same figures', () => {
    const [english = {}, ...others] = COMPLETE.map((language) => words(language, namespace) ?? {})
    for (const other of others) expect(Object.fromEntries(flat(other))).toEqual(Object.fromEntries(flat(english)))
  })
})

const FACTS: Record<keyof LanguageFacts, string> = {
  ...{ name: 'string', complete: 'boolean', direction: 'string', dates: 'string', own_digits: 'boolean' },
  ...{ collation: 'string', chinese_places: 'boolean', needs_javascript: 'string' },
}

test.each(Object.entries(facts))('%s says what a language has to say of itself', (path, said) => {
  const tag = path.split('/').at(-2) ?? ''
  expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
  expect(said).toMatchObject({ name: expect.any(String), needs_javascript: expect.any(String) })
  for (const [name, value] of Object.entries(said)) expect([name, typeof value]).toEqual([name, FACTS[name as never]])
  expect(['rtl', undefined]).toContain(said.direction)
})

test('no language says what nobody asks for, or takes in other figures', () => {
  const told = compareWords('locales')
  expect(Object.keys(told).sort()).toEqual(LANGUAGES.filter((language) => language !== FALLBACK))
  for (const { unknown, other } of Object.values(told)) expect([unknown, other]).toEqual([[], []])
})

test('a planted language: what it lacks, what nobody asks for and other figures are told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'))
  const plant = (tag: string, words: object) => {
    mkdirSync(join(folder, tag))
    writeFileSync(join(folder, tag, 'common.json'), JSON.stringify(words))
  }
  plant('en', { yes: 'Yes', no: 'No', rows_one: '{{count}} row', rows_other: '{{count}} rows', at: 'at {{time}}' })
  plant('xx', { yes: 'Ja', rows_other: '{{count}} Zeilen', at: 'um {{hour}}', off: 'weg' })
  expect(compareWords(folder)).toEqual({
    xx: { missing: ['common:no'], unknown: ['common:off'], other: ['common:at'] },
  })
  rmSync(folder, { recursive: true })
})

const everySource = import.meta.glob<string>('../../src/**/*.{ts,tsx,mjs}', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** A tag of its own, or a name that ends like one: `'zh-CN'`, `label_zh`. */
const namesLanguage = (source: string) => {
  const others = LANGUAGES.filter((language) => language !== FALLBACK)
  const subtags = LANGUAGES.map((language) => language.split('-')[0]).join('|')
  return new RegExp(`['"\`](${others.join('|')})['"\`]|\\w_(${subtags})\\b`).test(source)
}

test('no source names a language: a language is a folder under locales', () => {
  const naming = Object.entries(everySource).flatMap(([path, source]) => (namesLanguage(source) ? [path] : []))
  expect(naming).toEqual([])
  expect(["const a = 'zh-CN'", 'row.label_zh', "'en-GB'"].map(namesLanguage)).toEqual([true, true, false])
})

test.each(LANGUAGES)('help under inputs stands in a file of its own, for a field that there is: %s', (language) => {
  const told = Object.entries(words(language, 'help') ?? {}) as [string, Record<string, string>][]
  const named = entities as Readonly<Record<string, Entity>>
  const strange = told.flatMap(([name, fields]) =>
    Object.keys(fields)
      .filter((field) => !named[name]?.fields[field] && !isCommandField(name, field))
      .map((field) => `${name}.${field}`),
  )
  expect(strange).toEqual([])
  expect(saidOfEntities(language).filter(([, about]) => 'help' in about)).toEqual([])
})

test.each(LANGUAGES)(
  'what an empty list says stands in a file of its own, for an entity that there is: %s',
  (language) => {
    const told = Object.keys(words(language, 'empty') ?? {})
    expect(told.filter((name) => !(name in entities))).toEqual([])
    expect(saidOfEntities(language).filter(([, about]) => 'empty' in about)).toEqual([])
  },
)

const saidIn = (language: string, namespace: string) =>
  Object.entries((words(language, namespace) ?? {}) as Record<string, object>)
const saidOfEntities = (language: string) => ['entities', MORE_ENTITIES].flatMap((one) => saidIn(language, one))
const isName = (key: string) => key === 'one' || key === 'many'

test.each(LANGUAGES)(
  'what is said of an entity stands in one file, its name in that of the first lists: %s',
  (language) => {
    const more = saidIn(language, MORE_ENTITIES)
    expect(more.filter(([, about]) => Object.keys(about).some(isName))).toEqual([])
    const first = new Map(saidIn(language, 'entities'))
    const inBoth = more.filter(([name]) => !Object.keys(first.get(name) ?? {}).every(isName))
    expect(inBoth.map(([name]) => name)).toEqual([])
  },
)

/** What is filled in with a command. */
const isCommandField = (name: string, field: string) =>
  name === 'command' && everyOffered.some((command) => field in forMany(command).fields)

describe.each(COMPLETE)('in %s', (language) => {
  test.each(Object.values(entities).map((entity) => [entity.name, entity as Entity] as const))(
    '%s and every field and choice of it have a word',
    (name, entity) => {
      const wanted = [`${name}.one`, `${name}.many`]
      for (const [field, { choices = [], section, none, words = [] }] of fieldsOf(entity)) {
        const shared = has(language, 'entities', `fields.${field}`)
        if (!shared) wanted.push(`${name}.fields.${field}`)
        if (section) wanted.push(`${name}.sections.${section}`)
        if (none) wanted.push(`${name}.none.${field}`)
        // A choice among entities has the entities' own words.
        // A language is called by its own name in all of them.
        const named = choices.filter(
          (choice) =>
            !has(language, 'entities', `${choice}.one`) &&
            !isLanguage(choice) &&
            !words.some((part) => has(language, part.split(':')[0] ?? '', `${part.split(':')[1]}.${choice}`)),
        )
        wanted.push(...named.map((choice) => `${name}.choices.${field}.${choice}`))
      }
      expect(wanted.filter((key) => !has(language, 'entities', key))).toEqual([])
    },
  )

  test('every place of the menu and every permission has a word', () => {
    const titles = (places: readonly Place[]): string[] =>
      places.flatMap(({ title, children }) => [title, ...titles(children)])
    const known = (title: string) => {
      const [namespace = '', key] = title.split(':')
      return key === undefined ? has(language, 'menu', title) : has(language, namespace, key)
    }
    expect(titles(catalogue).filter((title) => !known(title))).toEqual([])
  })

  test.each(everyOffered.map((command) => [command.name, command] as const))(
    'the command %s, its fields and choices, its question and what the log says have a word',
    (name, { fields, buttons, confirm }) => {
      const wanted = [`choices.action.${name}`, `did.${name}`]
      for (const [field, { to, optional, choices = [] }] of Object.entries(fields)) {
        wanted.push(`fields.${field}`, ...choices.map((choice) => `choices.${field}.${choice}`))
        if (to && !optional) wanted.push(`unlisted.${field}`)
      }
      const asked = confirm !== true ? confirm : ((buttons && fields[buttons]?.choices) ?? [null])
      for (const value of asked) {
        const question = value === null ? `ask.${name}` : `ask.${name}.${value}`
        wanted.push(`${question}.title`, `${question}.text`)
      }
      expect(wanted.filter((key) => !has(language, 'entities', `command.${key}`))).toEqual([])
    },
  )

  test('every refusal that the server or a schema can give has a word', () => {
    const code = Object.values(sources).join('\n')
    const keys = [
      ...code.matchAll(/new Refusal\(\s*\d+,\s*'([\w:.]+)'/g),
      ...code.matchAll(/(?:wrongField|refuse|refusal)\([^()]*,\s*'([\w:.]+)'/g),
      ...code.matchAll(/\b(?:error|says):\s*'([\w:.]+)'/g),
      ...code.matchAll(/key: '([a-z][\w:.]*)'/g),
    ].map(([, key]) => String(key))
    expect(keys.length).toBeGreaterThan(60)
    const missing = [...new Set(keys)].filter((key) => {
      const [namespace, word] = key.includes(':') ? key.split(':') : ['errors', key]
      // What counts has a word for each number that a language tells apart.
      return !has(language, String(namespace), String(word)) && !has(language, String(namespace), `${word}_other`)
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

/** A figure, and the word it counts, at most one word behind it. `waits` and the like are verbs, `many` is a word. */
const COUNTED = /(?<!\{\{many)\}\}[\s\u00a0]+(?:[a-z]+ )?([a-z-]+s)\b/g
const VERBS = new Set([
  'as',
  'comes',
  'does',
  'ends',
  'goes',
  'has',
  'is',
  'less',
  'needs',
  'pays',
  'pixels',
  'reaches',
])
for (const verb of ['this', 'waits', 'was']) VERBS.add(verb)

/** The English texts that say "1 days": a figure before a plural, and no form for one. */
function unbending(words: Words, at = ''): string[] {
  return Object.entries(words).flatMap(([key, text]) => {
    if (typeof text !== 'string') return unbending(text, `${at}${key}.`)
    if (/_(one|other)$/.test(key)) return []
    return [...text.matchAll(COUNTED)].filter(([, noun = '']) => !VERBS.has(noun)).map(() => `${at}${key}: ${text}`)
  })
}

/** Those that have a form for more and none for one, though they count. */
function withoutOne(words: Words, at = ''): string[] {
  return Object.entries(words).flatMap(([key, text]) => {
    if (typeof text !== 'string') return withoutOne(text, `${at}${key}.`)
    const one = key.replace(/_other$/, '_one')
    return one !== key && text.includes('{{count') && !(one in words) ? [`${at}${key}`] : []
  })
}

test.each([
  [1, 'At most 1 character.', '最多 1 个字符。'],
  [1200, 'At most 1,200 characters.', '最多 1,200 个字符。'],
])('a refusal says how many: %d', (max, english, chinese) => {
  const message = { key: 'too_long', figures: { max } }
  expect([say('en', message), say('zh-CN', message)]).toEqual([english, chinese])
})

test('a planted "1 days" is seen', () => {
  const planted = {
    kept: '{{days, number}} days',
    left: 'only {{n}} free guns',
    many: { rows_other: '{{count}} rows' },
  }
  expect(unbending({ ...planted, fine: '{{count}} waits', fine_other: '{{count}} rows' })).toEqual([
    'kept: {{days, number}} days',
    'left: only {{n}} free guns',
  ])
  expect(withoutOne(planted)).toEqual(['many.rows_other'])
})

test.each(namespaces)('English says one of what it counts as one: %s', (namespace) => {
  const english = words('en', namespace) ?? {}
  expect([...unbending(english), ...withoutOne(english)]).toEqual([])
})

test.each(COMPLETE)('in %s a text that takes another into itself finds it, and tells it how many', (language) => {
  const inside = namespaces.flatMap((namespace) =>
    raw(words(language, namespace) ?? {}).flatMap((text) => [...text.matchAll(/\$t\((.*?)\)/g)]),
  )
  expect(inside.length).toBeGreaterThan(10)
  const lost = inside.filter(([, within = '']) => {
    const [, namespace = '', key = ''] = /^(\w+):([\w.]+), \{"count": \{\{\w+\}\} \}$/.exec(within) ?? []
    return !has(language, namespace, `${key}_other`)
  })
  expect(lost.map(([text]) => text)).toEqual([])
})
