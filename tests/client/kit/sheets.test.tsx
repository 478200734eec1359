import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Overlays } from '../../../src/client/app/overlays.tsx'
import { RecordList } from '../../../src/client/kit/records/record-list.tsx'
import { personAtom } from '../../../src/client/kit/session/session.ts'
import { store } from '../../../src/client/kit/session/store.ts'
import { exportsAtom } from '../../../src/client/kit/sheets/exports.ts'
import { readFrames } from '../../../src/client/kit/sheets/read-frames.ts'
import { card } from '../../../src/shared/entities/card.ts'
import type { ImportOutcome } from '../../../src/shared/kit/sheets.ts'
import { type Asked, page, type Screen, serve, signIn, speak, stage } from '../stage.tsx'

/** Exports and imports as a person meets them. */

// Menus and dialogs are in the top layer, which jsdom has not: it takes them for hidden.
configure({ defaultHidden: true })

const saved: File[] = []

/** A part of a file as the server frames it. */
function frame(rows: number, text: string): Uint8Array {
  const content = new TextEncoder().encode(text)
  const bytes = new Uint8Array(8 + content.length)
  new DataView(bytes.buffer).setUint32(0, content.length)
  new DataView(bytes.buffer).setUint32(4, rows)
  bytes.set(content, 8)
  return bytes
}

interface Sent {
  url: string
  form: FormData
  headers: Record<string, string>
}
const sent: Sent[] = []
let answer: () => { code: number; message?: string; data: unknown }

class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  response: unknown = null
  onload?: () => void
  onloadend?: () => void
  #url = ''
  #headers: Record<string, string> = {}
  open(_: string, url: string) {
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  abort() {}
  getResponseHeader() {
    return null
  }
  async send(form: FormData) {
    sent.push({ url: this.#url, form, headers: this.#headers })
    this.upload.onprogress?.({ loaded: 1, total: 1 })
    await Promise.resolve()
    this.response = answer()
    this.status = answer().code
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(async () => {
  await speak()
  signIn()
  store.set(exportsAtom, [])
  saved.length = 0
  sent.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  URL.createObjectURL = (file) => {
    saved.push(file as File)
    return 'blob:file'
  }
  URL.revokeObjectURL = () => {}
  HTMLAnchorElement.prototype.click = () => {}
})

const row = {
  id: 1,
  version: 1,
  number: 'C1',
  customer_id: null,
  customer: null,
  allocation: 'unallocated',
  status: 'normal',
}
const list = (asked: Asked) =>
  asked.path === '/system/device-car/index' ? page([{ ...row, created_at: '', updated_at: '' }]) : undefined

const show = (view: Screen = 'wide') =>
  stage(
    <>
      <RecordList entity={card as never} back="/me" />
      <Suspense>
        <Overlays />
      </Suspense>
    </>,
    { screen: view },
  )

/** The server streams what `fill` writes; the rest of the API is the list's. */
function streaming(fill: (stream: ReadableStreamDefaultController<Uint8Array>) => void) {
  const asked = serve(list)
  const others = globalThis.fetch
  const exports: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (!String(input).endsWith('/export')) return others(input, init)
    exports.push(JSON.parse(String(init.body)))
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        init.signal?.addEventListener('abort', () => stream.error(new DOMException('', 'AbortError')))
        fill(stream)
      },
    })
    const headers = {
      'x-total-rows': '2000',
      'content-disposition': `attachment; filename="__.csv"; filename*=UTF-8''%E5%8D%A1.csv`,
    }
    return new Response(body, { headers })
  })
  return { asked, exports }
}

async function startExport(view: Screen = 'wide') {
  show(view)
  const name = view === 'wide' ? 'Export and import' : 'More'
  await userEvent.click(await screen.findByRole('button', { name }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export as csv' }))
}

describe('an export', () => {
  test.each(['wide', 'phone'] as const)('is saved whole under its name, from a %s screen', async (view) => {
    const { exports } = streaming((stream) => {
      stream.enqueue(frame(1000, 'a,b\r\n'))
      stream.enqueue(frame(2000, 'c,d\r\n'))
      stream.enqueue(frame(2000, ''))
      stream.close()
    })
    await startExport(view)
    await screen.findByText('Cards exported: 2,000')
    expect(saved.map(({ name }) => name)).toEqual(['卡.csv'])
    expect(await saved[0]?.text()).toBe('a,b\r\nc,d\r\n')
    expect(exports[0]).toMatchObject({
      format: 'csv',
      progress: true,
      zone: expect.any(String),
      prop: card.sort.prop,
      list: 'card',
    })
    expect(exports[0]).not.toHaveProperty('page_num')
    const columns = exports[0]?.columns as string[] | undefined
    if (view === 'wide') expect(columns?.[0]).toBe('number')
    else expect(columns).toBeUndefined()
  })

  test('tells its rows while one goes on, and ends when it is cancelled', async () => {
    streaming((stream) => stream.enqueue(frame(500, 'a')))
    await startExport()
    await screen.findByText('500 of 2,000')
    const bar = screen.getByRole('progressbar', { name: 'Exporting cards' })
    expect(bar).toHaveProperty('value', 500)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the export' }))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(saved).toEqual([])
  })

  test('that breaks off is said, and nothing is saved', async () => {
    streaming((stream) => {
      stream.enqueue(frame(500, 'half of it'))
      stream.close()
    })
    await startExport()
    expect((await screen.findByRole('alert')).textContent).toContain('did not arrive whole')
    expect(saved).toEqual([])
  })

  test('ends with the session', async () => {
    streaming((stream) => stream.enqueue(frame(500, 'a')))
    await startExport()
    await screen.findByText('500 of 2,000')
    act(() => store.set(personAtom, null))
    await waitFor(() => expect(store.get(exportsAtom)).toEqual([]))
    expect(saved).toEqual([])
  })

  test('is offered to who may, the import to who may that', async () => {
    serve(list)
    signIn(['card.list', 'card.export'])
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Export and import' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Export as a workbook',
      'Export as csv',
    ])
  })

  test('is no button for who may neither', async () => {
    serve(list)
    signIn(['card.list'])
    show()
    await screen.findByText('C1')
    expect(screen.queryByRole('button', { name: 'Export and import' })).toBeNull()
  })
})

test.each([1, 3, 8, 1000])('frames are read whatever the network cuts them into: %i bytes at a time', async (size) => {
  const all = [frame(1, 'Grüße'), frame(2, ' 充电'), frame(2, '')]
  const bytes = new Uint8Array(all.flatMap((part) => [...part]))
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(stream) {
      for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.slice(at, at + size))
      stream.close()
    },
  })
  const rows: number[] = []
  const parts = await readFrames(body, (n) => rows.push(n))
  expect(await new Blob(parts).text()).toBe('Grüße 充电')
  expect(rows).toEqual([1, 2, 2])
})

describe('an import', () => {
  const outcome: ImportOutcome = {
    dry_run: true,
    rows: 240,
    imported: 0,
    problems: [],
    ignored: [],
    preview: { headings: ['Card number'], rows: [['NEW1']] },
  }

  async function choose(view: Screen = 'wide') {
    const asked = serve(list)
    show(view)
    await userEvent.click(await screen.findByRole('button', { name: view === 'wide' ? 'Export and import' : 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Import cards' }))
    const input = (await screen.findByLabelText('Choose a file', { selector: 'input' })) as HTMLInputElement
    await userEvent.upload(input, new File(['Card number\nNEW1'], 'cards.csv', { type: 'text/csv' }))
    return asked
  }

  test.each(['wide', 'phone'] as const)(
    'is looked at first and kept when the person says so, on a %s screen',
    async (view) => {
      answer = () => ({ code: 200, data: outcome })
      const asked = await choose(view)
      expect(await screen.findByText('240 rows are fine.')).toBeTruthy()
      expect(screen.getByText('NEW1')).toBeTruthy()
      expect(sent[0]?.form.get('dry_run')).toBe('true')
      answer = () => ({ code: 200, data: { ...outcome, dry_run: false, imported: 240 } })
      const before = asked.length
      await userEvent.click(screen.getByRole('button', { name: 'Import 240 rows' }))
      expect(await screen.findByText('240 rows imported')).toBeTruthy()
      expect(sent[1]?.form.get('dry_run')).toBe('false')
      expect(sent[1]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
      await waitFor(() => expect(asked.length).toBeGreaterThan(before))
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  test('shows every problem, and offers no button that would keep a part', async () => {
    const problems = [
      { line: 2, column: 'Card number', value: '=x', reason: 'This is taken already.' },
      { line: 7, column: '', value: '', reason: 'Not so.' },
    ]
    answer = () => ({ code: 200, data: { ...outcome, problems, ignored: ['Colour'] } })
    await choose()
    await screen.findByText('2 problems found. Nothing is imported until the file is right.')
    expect(screen.getByText('These columns are left out: Colour.')).toBeTruthy()
    const rows = within(within(screen.getByRole('dialog')).getByRole('table'))
      .getAllByRole('row')
      .slice(1)
    expect(
      rows.map((one) =>
        within(one)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['2', 'Card number', '=x', 'This is taken already.'],
      ['7', 'the whole row', '', 'Not so.'],
    ])
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save list' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.text()).toContain(`2,Card number,'=x,This is taken already.`)
  })

  test('that is refused says why and takes another file', async () => {
    answer = () => ({ code: 413, message: 'The file is larger than 10 MB.', data: null })
    await choose()
    expect((await screen.findByRole('alert')).textContent).toBe('The file is larger than 10 MB.')
    await userEvent.click(screen.getByRole('button', { name: 'Another file' }))
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy()
  })

  test('shows the problems of now when someone was quicker', async () => {
    answer = () => ({ code: 200, data: outcome })
    await choose()
    await screen.findByText('240 rows are fine.')
    const problems = [{ line: 2, column: 'Card number', value: 'NEW1', reason: 'This is taken already.' }]
    answer = () => ({ code: 422, message: 'Nothing was imported. Problems found: 1.', data: { ...outcome, problems } })
    await userEvent.click(screen.getByRole('button', { name: 'Import 240 rows' }))
    expect(await screen.findByText('Nothing was imported. Problems found: 1.')).toBeTruthy()
    expect(screen.getByText('This is taken already.')).toBeTruthy()
  })
})
