import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../src/client/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** What these fetch may be lost on the way: they ask again, do without, or say so in plain words. */
const SAFE = /\b(lazy|lazyPart|lazyAside|lazyDialog|loaded|quietly|pressedFor|allSettled)(<\w+>)?$/
/** Tables of what `loaded` and `lazy` fetch. */
const TABLES = ['/app/extras.ts', '/app/first-extras.ts', '/app/screens.ts']
const FETCHES = /(?<!typeof )(?<!: )\bimport\(/g

/** Where the bracket ends that opens there. */
function endOf(source: string, open: number): number {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return at
  }
  return source.length
}

/** Whether one of the brackets around it is a call of those that may lose what they fetch. */
function isWithinSafe(source: string, at: number): boolean {
  let depth = 0
  for (let back = at - 1; back >= 0; back--) {
    if (source[back] === ')') depth++
    if (source[back] === '(' && depth-- === 0) {
      if (SAFE.test(source.slice(Math.max(0, back - 60), back))) return true
      depth = 0
    }
  }
  return false
}

/** Whether what is fetched, or what is made of it, is caught in the same breath. */
function isCaught(source: string, at: number): boolean {
  let end = endOf(source, source.indexOf('(', at))
  for (;;) {
    const [step, name] = /^\s*\.(\w+)\(/.exec(source.slice(end + 1)) ?? []
    if (step === undefined) return false
    if (name === 'catch') return true
    end = endOf(source, end + step.length)
  }
}

/** Where a file fetches a part of the console and nothing is done about a part that does not come. */
const uncaught = (path: string, source: string): string[] =>
  [...source.matchAll(FETCHES)]
    .filter(({ index }) => !isWithinSafe(source, index) && !isCaught(source, index))
    .map(({ index }) => `${path}: ${source.slice(index, endOf(source, index) + 1)}`)

test.each([
  ["const { a } = await import('./a.ts')", 1],
  ["void import('./a.ts').then(({ a }) => a())", 1],
  ["addEventListener('x', async () => (await import('./a.ts')).a())", 1],
  ["lazy(() => import('./a.ts'))\nconst late = () => import('./b.ts')", 1],
  ["const { a } = await loaded(() => import('./a.ts'))", 0],
  ["import('./a.ts').then(({ a }) => a()).catch(() => {})", 0],
  ["const A = lazyPart<P>(() => import('./a.tsx').then((module) => ({ default: module.A })))", 0],
  ["let a: typeof import('./a.ts')", 0],
])('%s', (source, count) => {
  expect(uncaught('a.tsx', source)).toHaveLength(count)
})

test('a part that does not come is no fault that a person reads of in technical words', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(600)
  const fetching = Object.entries(sources).filter(
    ([path, source]) => source.match(FETCHES) && !TABLES.some((own) => path.endsWith(own)),
  )
  expect(fetching.length).toBeGreaterThan(60)
  expect(fetching.flatMap(([path, source]) => uncaught(path, source))).toEqual([])
})

/** Those of the search and the scanner have a boundary of their own; a secret's is there before the secret is made. */
const BOUND = ['/app/overlays.tsx', '/piles/use-pile-actions.tsx']

test('a dialog that does not come leaves the page that opened it', () => {
  const plain = /\blazy\(\s*\(\) =>\s*import\('[^']*(dialog|bulk-edit|bulk-remove|lightbox|keys-help)/
  const taking = Object.entries(sources).filter(([, source]) => plain.test(source))
  expect(taking.map(([path]) => path.slice(path.indexOf('/client/') + 7)).sort()).toEqual(BOUND)
})
