import { act, fireEvent, screen as shown, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FieldInput } from '../../../src/client/kit/fields/field-input.tsx'
import { isUploading } from '../../../src/client/kit/upload/under-way.ts'
import { site } from '../../../src/shared/entities/site.ts'
import { signIn, speak, stage } from '../stage.tsx'

/** The uploads that a browser would make; the test is the server. */
class Request {
  static made: Request[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  status = 0
  response: unknown = null
  path = ''
  form = new FormData()

  open(_: string, path: string) {
    this.path = path
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null
  }
  send(form: FormData) {
    this.form = form
    Request.made.push(this)
  }
  abort() {
    this.onabort()
    this.onloadend()
  }

  get name() {
    return (this.form.get('file') as File).name
  }
  progress = (loaded: number) => act(async () => this.upload.onprogress?.({ loaded, total: 100 }))
  answer = (code: number, reply: object) =>
    act(async () => {
      this.status = code
      this.response = { code, message: '', ...reply }
      this.onload()
      this.onloadend()
    })
  arrive = (key: string) => this.answer(200, { data: { key, name: this.name } })
}

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', '0'].map((letter) => letter.repeat(32))
const [A = '', B = '', C = ''] = KEYS

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  Request.made = []
  vi.stubGlobal('XMLHttpRequest', Request)
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => {}
})
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup({ applyAccept: false })
const picture = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' })
const request = async (at: number) => {
  await waitFor(() => expect(Request.made.length).toBeGreaterThan(at))
  return Request.made[at] as Request
}

function Form({ name, start, told }: { name: string; start: unknown; told: (value: unknown) => void }) {
  const [value, setValue] = useState(start)
  const onChange = (next: unknown) => {
    setValue(next)
    told(next)
  }
  return (
    <FieldInput
      {...{ entity: site, name, value, onChange }}
      id="it"
      invalid={false}
      describedBy={undefined}
      disabled={false}
    />
  )
}

async function field(name: 'main_image' | 'detail_images', start: unknown = null) {
  const told = vi.fn()
  stage(<Form name={name} start={start} told={told} />)
  const tiles = () => shown.queryAllByRole('listitem').filter((item) => item.dataset.state)
  const input = await shown.findByLabelText(name === 'main_image' ? 'Main image' : 'Detail images', {
    selector: 'input',
  })
  return { told, tiles, input }
}

describe('a picture', () => {
  test('shows how far it is, and becomes the field’s value when it has arrived', async () => {
    const { told, tiles, input } = await field('main_image')
    await user.upload(input, picture('gate.png'))
    const sent = await request(0)
    expect(sent.path).toBe('/api/pub/upload/singleImg')
    await sent.progress(42)
    expect(tiles()[0]).toHaveProperty('dataset.state', 'uploading')
    expect(tiles()[0]?.textContent).toContain('42%')
    expect(isUploading()).toBe(true)
    await sent.arrive(A)
    expect(told.mock.lastCall).toEqual([A])
    expect(tiles()[0]).toHaveProperty('dataset.state', 'success')
    expect(isUploading()).toBe(false)
    // One is all that it takes.
    expect(shown.queryByText('Add picture')).toBeNull()
  })

  test('that the server refuses says why, and can be sent again', async () => {
    const { told, tiles, input } = await field('main_image')
    await user.upload(input, picture('fake.png'))
    await (await request(0)).answer(422, { message: 'The selected file is not an image (fake.png).' })
    expect(shown.getByRole('alert').textContent).toBe(
      'upload file did not succeed: The selected file is not an image (fake.png).',
    )
    expect(tiles()[0]).toHaveProperty('dataset.state', 'error')
    await user.click(shown.getByRole('button', { name: 'Try again' }))
    await (await request(1)).arrive(A)
    expect(told.mock.lastCall).toEqual([A])
  })

  test.each([
    ['of another type', new File(['x'], 'paper.pdf', { type: 'application/pdf' }), /not an image \(paper\.pdf\)/],
    ['above 10 MB', picture('huge.png', 10 * 1024 * 1024 + 1), /size cannot exceed 10MB/],
    ['without content', picture('none.png', 0), /is empty/],
  ])('%s is not sent at all', async (_, file, words) => {
    const { input } = await field('main_image')
    await user.upload(input, file)
    expect((await shown.findAllByText('upload file warning')).length).toBeGreaterThan(0)
    expect(shown.getByText(words)).toBeTruthy()
    expect(Request.made).toEqual([])
  })

  test('on its way is held by the browser no longer than it shows: not when it has arrived, nor when its form goes', async () => {
    const held = new Set<string>()
    URL.createObjectURL = () => {
      const made = `blob:${held.size + 1}`
      held.add(made)
      return made
    }
    URL.revokeObjectURL = (made) => void held.delete(made)
    const { unmount } = stage(<Form name="detail_images" start={null} told={() => {}} />)
    const input = await shown.findByLabelText('Detail images', { selector: 'input' })
    await user.upload(input, [picture('a.png'), picture('b.png'), picture('c.png')])
    await (await request(0)).arrive(A)
    await (await request(1)).answer(422, { message: 'no picture' })
    await waitFor(() => expect(held.size).toBe(2))
    unmount()
    expect([...held]).toEqual([])
  })

  test('is removed only when the person says so twice', async () => {
    const { told } = await field('detail_images', [A, B])
    await user.click(shown.getAllByRole('button', { name: 'Remove' })[0] as HTMLElement)
    await user.click(await shown.findByRole('button', { name: 'Cancel' }))
    expect(told).not.toHaveBeenCalled()
    await user.click(shown.getAllByRole('button', { name: 'Remove' })[0] as HTMLElement)
    await user.click((await shown.findAllByRole('button', { name: 'Remove' })).at(-1) as HTMLElement)
    expect(told.mock.lastCall).toEqual([[B]])
  })
})

describe('several pictures', () => {
  test('arrive in the order in which they were chosen, and one that fails holds up none', async () => {
    const { told, input } = await field('detail_images', [A])
    await user.upload(input, [picture('1.png'), picture('2.png'), picture('3.png')])
    const first = await request(0)
    expect([first.name, Request.made.length]).toEqual(['1.png', 1])
    await first.arrive(B)
    await (await request(1)).answer(507, { message: 'no room' })
    await (await request(2)).arrive(C)
    expect(told.mock.lastCall).toEqual([[A, B, C]])
    expect(shown.getByText('gif, jpeg, png or webp, under 10MB each · 3 of 6')).toBeTruthy()
  })

  test('beyond the limit are not taken, and the person is told', async () => {
    const { input } = await field('detail_images', KEYS.slice(0, 5))
    await user.upload(input, [picture('6.png'), picture('7.png')])
    expect(await shown.findByText('At most 6 files can be set. Please remove some.')).toBeTruthy()
    await (await request(0)).arrive(KEYS[5] ?? '')
    expect(Request.made.map(({ name }) => name)).toEqual(['6.png'])
    expect(shown.queryByText('Add pictures')).toBeNull()
  })

  test('change places by their arrows', async () => {
    const { told } = await field('detail_images', [A, B, C])
    await user.click(shown.getAllByRole('button', { name: 'Move later' })[0] as HTMLElement)
    expect(told.mock.lastCall).toEqual([[B, A, C]])
    await user.click(shown.getAllByRole('button', { name: 'Move earlier' })[1] as HTMLElement)
    expect(told.mock.lastCall).toEqual([[B, C, A]])
  })

  test('are taken when they are dropped or pasted', async () => {
    const { input } = await field('detail_images')
    fireEvent.drop(input, { dataTransfer: { types: ['Files'], files: [picture('dropped.png')] } })
    await (await request(0)).arrive(A)
    fireEvent.paste(input, { clipboardData: { files: [picture('pasted.png')] } })
    await request(1)
    expect(Request.made.map(({ name }) => name)).toEqual(['dropped.png', 'pasted.png'])
  })

  test('given up on their way do not come', async () => {
    const { told, tiles, input } = await field('detail_images')
    await user.upload(input, [picture('1.png'), picture('2.png')])
    await request(0)
    for (const button of shown.getAllByRole('button', { name: 'Cancel the upload' }).reverse()) await user.click(button)
    await waitFor(() => expect(isUploading()).toBe(false))
    expect([tiles(), told.mock.calls, Request.made.length]).toEqual([[], [], 1])
  })
})
