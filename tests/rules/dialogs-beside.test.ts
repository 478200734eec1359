import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../src/client/**/*.tsx', { eager: true, query: '?raw', import: 'default' })

/** What they say by themselves is there from the start. */
const PLAIN = ['Dialog', 'DecisionDialog', 'QuestionDialog', 'RemarkDialog', 'SecretDialog']
/** Pages of their own: what shows them waits for them as for any page, or hands on what a hook keeps beside. */
const WITH_OWN_WAIT = ['/app/entity-forms.tsx', '/app/new-record.tsx', '/app/entity-pages.tsx']
const PART = /^(export )?(?:default )?(?:function (\w+)|const (\w+) = )/gm

interface Part {
  name: string
  isExported: boolean
  text: string
}

function partsOf(source: string): Part[] {
  const found = [...source.matchAll(PART)]
  return found.map(({ index, 1: exported, 2: name, 3: other }, at) => ({
    ...{ name: name ?? other ?? '', isExported: Boolean(exported) },
    text: source.slice(index, found[at + 1]?.index ?? source.length),
  }))
}

const opens = (names: Iterable<string>) => new RegExp(`<(${[...names].join('|')})(?![\\w.])`, 'g')
const isDialog = ({ text }: Part, names: Iterable<string>) =>
  new RegExp(`return (?:[^<\\n]*[?:] )?\\(?\\s*<(${[...names].join('|')})(?![\\w.])`).test(text)

/** The components that are a dialog, by the names under which other files know them. */
function dialogsIn(
  files: Record<string, string>,
  known: Iterable<string> = [...PLAIN, 'EntityForm'],
  counts = ({ isExported }: Part) => isExported,
): Set<string> {
  const names = new Set(known)
  const parts = Object.values(files).flatMap(partsOf)
  for (let before = 0; before < names.size; ) {
    before = names.size
    for (const part of parts) if (counts(part) && isDialog(part, names)) names.add(part.name)
  }
  return names
}

/** Dialogs whose words, while they come, would take the page away that opened them. */
function bare(files: Record<string, string>): string[] {
  const known = dialogsIn(files)
  return Object.entries(files).flatMap(([path, source]) => {
    if (WITH_OWN_WAIT.some((own) => path.endsWith(own))) return []
    const parts = partsOf(source)
    const own = dialogsIn({ [path]: source }, known, () => true)
    const waiting = [...source.matchAll(/const (\w+) = lazyDialog\(/g)].map(([, name]) => name)
    const names = new Set([...own].filter((name) => !PLAIN.includes(name) && !waiting.includes(name)))
    return parts
      .filter(({ name }) => !names.has(name))
      .flatMap(({ name, text }) => {
        if (/<Suspense fallback=\{null\}>\{dialogs\[/.test(text)) return []
        return [...text.matchAll(opens(names))]
          .filter(({ index }) => {
            const before = text.slice(0, index)
            return before.split('<Suspense').length <= before.split('</Suspense>').length
          })
          .map(([, dialog]) => `${path}: ${name} shows ${dialog}`)
      })
  })
}

const DIALOG = `export function SendDialog() {\n  return (\n    <Dialog title="Send" />\n  )\n}\n`
const page = (inner: string) => `export function SendPage() {\n  return <Page>{${inner}}</Page>\n}\n`

test('one that takes its page away while its words come is seen', () => {
  const files = (inner: string) => ({ 'a.tsx': DIALOG, 'b.tsx': page(inner) })
  expect(bare(files('open && <SendDialog />'))).toEqual(['b.tsx: SendPage shows SendDialog'])
  expect(bare(files('open && <Suspense fallback={null}><SendDialog /></Suspense>'))).toEqual([])
  const late = "const SendDialog = lazyDialog(() => import('./a.tsx'))\n\n"
  expect(bare({ 'a.tsx': DIALOG, 'b.tsx': `${late}${page('open && <SendDialog />')}` })).toEqual([])
})

test('a dialog’s words are waited for beside the page, not by it', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300)
  expect(dialogsIn(sources).size).toBeGreaterThan(60)
  expect(bare(sources)).toEqual([])
})
