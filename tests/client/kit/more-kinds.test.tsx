import { fireEvent, screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnyRow, Cell } from '../../../src/client/kit/fields/cell.tsx'
import { problemsOfDraft } from '../../../src/client/kit/fields/draft.ts'
import { FieldInput } from '../../../src/client/kit/fields/field-input.tsx'
import { entity } from '../../../src/shared/kit/entity.ts'
import * as f from '../../../src/shared/kit/fields.ts'
import { asked, ok, page, type Screen, serve, signIn, speak, stage } from '../stage.tsx'
import { ruleRow } from './rows.ts'

/** The kinds and layouts that the generic form of the specification asks for besides the plain ones. */
const everything = entity('site', {
  within: 'everybody',
  path: '/everything',
  calls: { list: 'index' },
  fields: {
    name: f.text({ slot: 'title' }),
    kind: f.choice(['off_street', 'on_street'], { layout: 'radio' }),
    status: f.choices(['enabled', 'disabled']),
    enabled: f.flag({ layout: 'checkbox' }),
    address: f.colour({ optional: true }),
    spaces: f.rating({ most: 5, optional: true }),
    free_minutes: f.slider({ min: 10, most: 90, step: 5, unit: 'min' }),
    remark: f.richText({ optional: true }),
    strategy_id: f.reference('billing_rule', { layout: 'table', optional: true }),
  },
})
const of = everything as never as Parameters<typeof Cell>[0]['entity']

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const row = (values: Record<string, unknown>) =>
  ({ id: 1, version: 1, created_at: '', updated_at: '', ...values }) as AnyRow

function Held({ name, start, onValue }: { name: string; start: unknown; onValue: (value: unknown) => void }) {
  const [value, setValue] = useState(start)
  const change = (next: unknown) => {
    setValue(next)
    onValue(next)
  }
  const shared = { entity: of, name, id: 'it', invalid: false, describedBy: undefined, disabled: false }
  return <FieldInput {...shared} value={value} onChange={change} />
}

function input(name: string, start: unknown = null, screen: Screen = 'wide') {
  const onValue = vi.fn()
  const view = stage(<Held name={name} start={start} onValue={onValue} />, { screen })
  return { onValue, ...view }
}

describe.each<Screen>(['wide', 'phone'])('on a %s screen', (screen) => {
  test('radio buttons show every choice', async () => {
    const { onValue } = input('kind', 'off_street', screen)
    const radio = (name: string) => shown.getByRole('radio', { name }) as HTMLInputElement
    expect([radio('Off-street').checked, radio('On-street').checked]).toEqual([true, false])
    await user.click(radio('On-street'))
    expect(onValue).toHaveBeenLastCalledWith('on_street')
  })

  test('a group of checkboxes takes several, in the order in which they are declared', async () => {
    const { onValue } = input('status', ['disabled'], screen)
    await user.click(shown.getByRole('checkbox', { name: 'In use' }))
    expect(onValue).toHaveBeenLastCalledWith(['enabled', 'disabled'])
    await user.click(shown.getByRole('checkbox', { name: 'Not in use' }))
    expect(onValue).toHaveBeenLastCalledWith(['enabled'])
  })

  test('stars are pressed, and taken away by the last one again', async () => {
    const { onValue } = input('spaces', 2, screen)
    await user.click(shown.getByRole('radio', { name: '4 of 5' }))
    expect(onValue).toHaveBeenLastCalledWith(4)
    await user.click(shown.getByRole('radio', { name: '4 of 5' }))
    expect(onValue).toHaveBeenLastCalledWith(null)
  })

  test('a slider says its figure with the unit', () => {
    const { onValue } = input('free_minutes', 30, screen)
    const slider = shown.getByRole('slider') as HTMLInputElement
    expect([slider.min, slider.max, slider.step, slider.getAttribute('aria-valuetext')]).toEqual([
      '10',
      '90',
      '5',
      '30\u00a0min',
    ])
    fireEvent.change(slider, { target: { value: '45' } })
    expect(onValue).toHaveBeenLastCalledWith(45)
    expect(shown.getByText('45 min')).toBeTruthy()
  })
})

test('a checkbox has its words beside it', async () => {
  const { onValue } = input('enabled', false)
  await user.click(shown.getByRole('checkbox', { name: /enabled/ }))
  expect(onValue).toHaveBeenLastCalledWith(true)
})

test('a colour is picked or typed, and cleared', async () => {
  const { onValue } = input('address')
  fireEvent.change(shown.getByLabelText(/^Pick/), { target: { value: '#12ab34' } })
  expect(onValue).toHaveBeenLastCalledWith('#12ab34')
  await user.click(shown.getByRole('button', { name: 'Clear' }))
  expect(onValue).toHaveBeenLastCalledWith(null)
})

describe('a reference from a table', () => {
  const LIST = '/system/charge-rules/index'
  test('is looked for, turned through and chosen with its columns', async () => {
    const all = serve(({ path, body }) => {
      if (path === LIST)
        return page([ruleRow({ id: Number(body.page_num), name: `Rule ${body.page_num}` })], { total: 45 })
      return path.endsWith('/get-rules') ? ok([]) : undefined
    })
    const { onValue } = input('strategy_id')
    await user.click(shown.getByRole('button', { name: /Choose/ }))
    const dialog = within(await shown.findByRole('dialog'))
    expect(await dialog.findByRole('button', { name: 'Rule 1' })).toBeTruthy()
    expect(dialog.getAllByRole('columnheader').length).toBeGreaterThan(2)
    await user.click(dialog.getByRole('button', { name: 'Page 2' }))
    await user.type(dialog.getByRole('searchbox'), 'night')
    await waitFor(() => expect(asked(all, LIST).at(-1)?.body).toMatchObject({ keyword: 'night', page_num: 1 }))
    await user.click(await dialog.findByRole('button', { name: 'Rule 1' }))
    expect(onValue).toHaveBeenLastCalledWith(1)
    expect(shown.queryByRole('dialog')).toBeNull()
  })
})

describe('a rich text', () => {
  test('is written with its formatting, and what is emptied is null', async () => {
    // The editor measures where the cursor is; jsdom measures nothing.
    Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
    Range.prototype.getBoundingClientRect ??= () => new DOMRect()
    document.elementFromPoint ??= () => null
    const { onValue } = input('remark', '<p>Open <strong>daily</strong></p>')
    const box = await shown.findByRole('textbox', { name: 'Remark' })
    expect(within(box).getByText('daily').tagName).toBe('STRONG')
    await user.click(shown.getByRole('button', { name: 'List' }))
    await waitFor(() => expect(onValue).toHaveBeenLastCalledWith(expect.stringMatching(/^<ul><li><p>Open/)))
  })

  test('is shown as it was written, and nothing in it is run or led astray', async () => {
    const html =
      '<h2>Hours</h2><p onclick="x()">From <b>six</b> <a href="https://a.cn/x">map</a> <a href="javascript:alert(1)">bad</a></p><script>alert(1)</script><img src=x onerror=alert(1)><style>p{}</style>'
    const { container } = stage(<Cell entity={of} name="remark" row={row({ remark: html })} whole />)
    await waitFor(() => expect(container.querySelector('h2')?.textContent).toBe('Hours'))
    expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://a.cn/x'])
    expect(container.querySelector('script, img, style, [onclick]')).toBeNull()
    expect(container.textContent).toContain('bad')
    expect(container.textContent).not.toContain('alert')
  })

  test('is its words alone in a list', () => {
    stage(<Cell entity={of} name="remark" row={row({ remark: '<h2>Hours</h2><ul><li>six</li><li>ten</li></ul>' })} />)
    expect(shown.getByText('Hours six ten')).toBeTruthy()
  })
})

test.each([
  ['status', ['enabled', 'disabled'], 'In use, Not in use'],
  ['spaces', 4, '4 / 5'],
  ['free_minutes', 45, '45 min'],
  ['address', '#12ab34', '#12ab34'],
])('a cell of %s shows %o as "%s"', (name, value, text) => {
  const { container } = stage(<Cell entity={of} name={name} row={row({ [name]: value })} />)
  expect(container.textContent?.replace(/\s/g, ' ').trim()).toBe(text)
})

test('a component that there is not says so', () => {
  const odd = { ...everything, fields: { name: { kind: 'hologram', slot: 'title' } } } as never
  const shared = { entity: odd, name: 'name', id: 'it', invalid: false, describedBy: undefined, disabled: false }
  stage(<FieldInput {...shared} value={null} onChange={() => {}} />)
  expect(shown.getByRole('alert').textContent).toBe('The component “hologram” is not found.')
})

describe('what does not fit is refused before it is sent', () => {
  const good = { name: 'A', kind: 'on_street', status: ['enabled'], enabled: true, free_minutes: 45 }
  test('and what fits is not', () => expect(problemsOfDraft(of, good)).toEqual({}))
  test.each([
    ['status', [], 'required'],
    ['address', 'red', 'not_a_colour'],
    ['spaces', 6, 'out_of_range'],
    ['free_minutes', 47, 'not_on_step'],
    ['free_minutes', 95, 'out_of_range'],
  ])('%s: %o', (name, value, key) =>
    expect(problemsOfDraft(of, { ...good, [name]: value })[name]).toMatchObject({ key }),
  )
})
