import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ALONE, bringFiles, filesOf, LostFile } from '../../../src/client/kit/ui/bring-files.ts'

let asked: string[]
let lost: Set<string>
beforeEach(() => {
  asked = []
  lost = new Set()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (lost.has(address)) throw new TypeError('Failed to fetch')
    return new Response('export {}', { status: address.includes('gone') ? 404 : 200 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

test('brings each file once, whoever asks for it, and again what was lost', async () => {
  lost.add('/assets/b.js')
  const both = [bringFiles(['/assets/a.js', '/assets/b.js']), bringFiles(['/assets/b.js'])]
  for (const one of both) await expect(one).rejects.toThrow(LostFile)
  expect(asked).toEqual(['/assets/a.js', '/assets/b.js'])
  lost.clear()
  await bringFiles(['/assets/a.js', '/assets/b.js'])
  await bringFiles(['/assets/a.js', '/assets/b.js'])
  expect(asked).toEqual(['/assets/a.js', '/assets/b.js', '/assets/b.js'])
})

test('a file of another version, which the server has no more, did not come', async () => {
  await expect(bringFiles(['/assets/gone.js'])).rejects.toThrow(LostFile)
})

test('what the page itself asks for is not asked for twice', async () => {
  document.head.innerHTML = `<link rel="modulepreload" href="/assets/linked.js"><script type="module" src="/assets/run.js"></script>`
  await bringFiles(['/assets/linked.js', '/assets/run.js', '/assets/more.js'])
  expect(asked).toEqual(['/assets/more.js'])
})

test('where the device has the whole console nothing is asked for', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  await bringFiles(['/assets/kept.js'])
  expect(asked).toEqual([])
})

describe('the files of a part', () => {
  const table = { names: ['assets/shared.js', 'assets/page.css'], needs: { 'assets/page.js': [0, 1] } }
  beforeEach(() => {
    document.head.innerHTML = '<script type="application/json" id="first-files">{"parts":"assets/parts.json"}</script>'
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address)
      return lost.has(address) ? new Response('', { status: 404 }) : Response.json(table)
    })
  })
  // As the build leaves them.
  const page = { toString: () => '()=>import(`./page.js`).then(e=>({default:e.Page}))' } as never
  const alone = { toString: () => '()=>import(`./alone.js`)' } as never

  const other = { toString: () => 'async()=>{let{t:e}=await import(`./other.js`);return e}' } as never

  test('of a first page are as they are named, of one that needs no other it is its own, without a look at the table', async () => {
    expect(await filesOf(page, ['assets/phone.js', 'assets/phone.css'])).toEqual([
      'assets/phone.js',
      'assets/phone.css',
    ])
    expect(await filesOf(alone, ALONE)).toEqual(['assets/alone.js'])
    expect(asked).toEqual([])
  })

  test('of any other stand in the table, which is asked for once it is here, and again where it was lost', async () => {
    lost.add('/assets/parts.json')
    await expect(filesOf(page, [])).rejects.toThrow(LostFile)
    lost.clear()
    const both = await Promise.all([filesOf(page, []), filesOf(other, [])])
    expect(both).toEqual([['assets/page.js', 'assets/shared.js', 'assets/page.css'], ['assets/other.js']])
    expect(asked).toEqual(['/assets/parts.json', '/assets/parts.json'])
  })
})
