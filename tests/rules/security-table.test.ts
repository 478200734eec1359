import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * What OWASP ASVS 5.0.0 asks for at level 1 and level 2, by section: 70 and 176 requirements. V17 (WebRTC) is left out, since
 * nothing here speaks it; so is level 3.
 */
const ASKED: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
}
const asked = Object.entries(ASKED).flatMap(([section, numbers]) => numbers.map((number) => `${section}.${number}`))

const WEBRTC = '17'
const STATES = ['yes', 'partly', 'no', 'outside']

interface Row {
  id: string
  about: string
  state: string
  how: string
  shown: string
  /** The chapter whose heading it stands under. */
  chapter: string
}

const text = readFileSync('docs/security.md', 'utf8')
const [top = ''] = text.split('## What is sensitive here')

const rows: Row[] = text.split(/^## V(?=\d)/m).flatMap((part, at) => {
  if (at === 0) return []
  const lines = part.split('\n').filter((line) => /^\| *\d/.test(line))
  return lines.map((line) => {
    const [, id = '', about = '', state = '', how = '', shown = '', ...more] = line
      .split('|')
      .map((cell) => cell.trim())
    // After the last bar nothing follows: a bar within a cell would make another.
    expect(more, line).toEqual([''])
    return { id, about, state, how, shown, chapter: part.slice(0, part.indexOf(' ')) }
  })
})
const isLevel3 = ({ about }: Row) => about.startsWith('*L3* ')

test('each requirement of level 1 and 2 stands there once, under its chapter', () => {
  expect(asked).toHaveLength(246)
  const told = rows.filter((row) => !isLevel3(row)).map(({ id }) => id)
  expect(told).toEqual([...asked, WEBRTC])
  for (const { id, chapter } of rows) expect(id.split('.')[0]).toBe(chapter)
})

test('one of level 3 is marked as that, stands there once, and is none of the others', () => {
  const marked = rows.filter(isLevel3).map(({ id }) => id)
  expect(new Set(marked).size).toBe(marked.length)
  expect(marked.filter((id) => asked.includes(id) || !/^\d+\.\d+\.\d+$/.test(id))).toEqual([])
})

test('each test that is named is there', () => {
  const named = rows.flatMap(({ shown }) => [...shown.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect(named.length).toBeGreaterThan(250)
  const missing = named.filter((name) => ![`tests/${name}.test.ts`, `tests/${name}.test.tsx`].some(existsSync))
  expect([...new Set(missing)]).toEqual([])
})

test('each row says how it stands: why where it is not met, and how or by which test where it is', () => {
  for (const { id, about, state, how, shown } of rows) {
    expect(STATES, id).toContain(state)
    expect(state === 'yes' ? how + shown : how, id).not.toBe('')
    expect(about.replace('*L3* ', '').split(' ').length, `${id}: in a few words of our own`).toBeLessThanOrEqual(8)
    expect(shown, id).toMatch(/^(`[\w/-]+`(, |$))*$/)
  }
})

test('what is not met stands at the top as well, and nothing else does', () => {
  const named = [...top.matchAll(/V(\d+\.\d+\.\d+)/g)].map(([, id]) => id)
  const unmet = rows.filter(({ state }) => state === 'partly' || state === 'no').map(({ id }) => id)
  expect([...named].sort()).toEqual([...unmet].sort())
})

test('the figures at the top are those of the table', () => {
  const counted = rows.filter((row) => !isLevel3(row) && row.id !== WEBRTC)
  const figures = STATES.map((state) => `${counted.filter((row) => row.state === state).length} ${state}`)
  expect(top).toContain(`Of the 246 requirements of level 1 and 2 in chapters V1 to V16: ${figures.join(', ')}.`)
  expect(top).toContain(` ${rows.filter(isLevel3).length} of level 3 `)
})

test('a link to a heading of this page or another finds it', () => {
  const slugsOf = (page: string) =>
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    )
  const links = [...text.matchAll(/\]\(([\w./-]*)#([^)]+)\)/g)]
  expect(links.length).toBeGreaterThan(15)
  const dead = links.filter(
    ([, page, slug = '']) => !slugsOf(page ? `docs/${page}` : 'docs/security.md').includes(slug),
  )
  expect(dead.map(([link]) => link)).toEqual([])
})
