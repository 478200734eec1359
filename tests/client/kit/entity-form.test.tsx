import { screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { NewRecord } from '../../../src/client/app/new-record.tsx'
import { EntityForm } from '../../../src/client/kit/forms/entity-form.tsx'
import { forgetAllPrivate } from '../../../src/client/kit/session/private.ts'
import { billingRule } from '../../../src/shared/entities/billing-rule.ts'
import { customer } from '../../../src/shared/entities/customer.ts'
import { entities } from '../../../src/shared/entities/index.ts'
import { pile } from '../../../src/shared/entities/pile.ts'
import { type Asked, asked, ok, type Screen, serve, signIn, speak, stage } from '../stage.tsx'
import { customerRow, ruleRow } from './rows.ts'

const CREATE = '/system/charge-rules/create'
const UPDATE = '/system/charge-rules/update'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  forgetAllPrivate('draft/')
})
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const field = (label: RegExp | string) => shown.getByLabelText(label)
const messageOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
const save = () => user.click(shown.getByRole('button', { name: /^Save(?! and|,)/ }))
const form = (row: ReturnType<typeof ruleRow> | null, screen: Screen = 'wide') => {
  const closed = vi.fn()
  stage(<EntityForm entity={billingRule} row={row as never} onClose={closed} />, { screen })
  return closed
}
async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const input = field(new RegExp(`^${label}`))
    await user.clear(input)
    if (value) await user.type(input, value)
  }
}
const pileRow = (given: object) => ({
  id: 9,
  version: 1,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-02T08:00:00.000Z',
  archived_at: null,
  station_number: 'CD-1',
  site_id: 1,
  site: { id: 1, title: 'Center' },
  enabled: true,
  ...given,
})
const good = { Name: 'Day peak', 'From hour': '8', 'To hour': '11', 'Electricity fee': '1.38', 'Service fee': '0.40' }

describe.each<Screen>(['wide', 'phone'])('on a %s screen', (screen) => {
  test('a new record is sent in whole cents', async () => {
    const all = serve(({ path }) => (path === CREATE ? ok(ruleRow()) : undefined))
    const closed = form(null, screen)
    await fill(good)
    await save()
    await waitFor(() => expect(closed).toHaveBeenCalled())
    const [sent] = asked(all, CREATE)
    expect(sent?.body).toMatchObject({
      name: 'Day peak',
      start_hour: 8,
      end_hour: 11,
      electricity_fee: 138,
      service_fee: 40,
      band: 'flat',
      free_minutes: 0,
    })
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('what is wrong stands at its field, and nothing is sent', async () => {
    const all = serve(() => undefined)
    form(null, screen)
    await fill({ ...good, 'To hour': '27', 'Service fee': '1.384', Name: '' })
    await save()
    expect(messageOf(field(/^To hour/))).toBe('Between 0 and 23.')
    expect(messageOf(field(/^Service fee/))).toBe('At most 2 digits after the decimal point.')
    expect(messageOf(field(/^Name/))).toBe('Please fill this in.')
    expect(field(/^To hour/).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field(/^Name/))
    expect(asked(all, CREATE)).toHaveLength(0)
  })

  test("the server's refusal stands at its field", async () => {
    serve(({ path }) =>
      path === CREATE
        ? { code: 422, message: 'Please check.', data: { errors: { name: 'This is taken already.' } } }
        : undefined,
    )
    form(null, screen)
    await fill(good)
    await save()
    expect(await shown.findByText('This is taken already.')).toBeTruthy()
    expect(messageOf(field(/^Name/))).toBe('This is taken already.')
  })
})

test('of an edited record only what changed is sent, with the version that was read', async () => {
  const all = serve(({ path }) => (path === UPDATE ? ok(ruleRow({ version: 5 })) : undefined))
  form(ruleRow({ id: 7, version: 4 }))
  await fill({ 'Electricity fee': '0.65' })
  await save()
  await waitFor(() => expect(asked(all, UPDATE)[0]?.body).toEqual({ id: 7, version: 4, electricity_fee: 65 }))
})

test('what cannot be changed later is shown and locked', () => {
  stage(<EntityForm entity={customer} row={customerRow() as never} onClose={() => {}} />)
  expect((field(/^Account/) as HTMLInputElement).disabled).toBe(true)
  expect(shown.queryByLabelText(/^Password/)).toBeNull()
})

test('a write that the server did not answer is sent again under the same key', async () => {
  let silent = true
  const all = serve(({ path }) => {
    if (path !== CREATE) return undefined
    if (silent) throw new TypeError('Failed to fetch')
    return ok(ruleRow())
  })
  const closed = form(null)
  await fill(good)
  await save()
  expect(await shown.findByText(/^The server could not be reached\. What you entered is still here/)).toBeTruthy()
  silent = false
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  const keys = asked(all, CREATE).map(({ headers }: Asked) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

describe('a record that someone else changed meanwhile', () => {
  const theirs = ruleRow({ id: 7, version: 5, service_fee: 55, free_minutes: 30 })
  const clashing = ({ path, body }: Asked) => {
    if (path !== UPDATE) return undefined
    return body.version === 5 ? ok(theirs) : { code: 409, message: 'Changed.', data: { current: theirs } }
  }

  test('shows what changed, and keeps mine where I touched it and theirs elsewhere', async () => {
    const all = serve(clashing)
    form(ruleRow({ id: 7, version: 4 }))
    await fill({ 'Service fee': '0.45' })
    await save()
    const dialog = within(await shown.findByRole('dialog', { name: 'Somebody else changed this record' }))
    const both = within(dialog.getByRole('group', { name: 'Service fee you both changed it' }))
    expect(both.getByRole('radio', { name: /Theirs, now ¥\s0.55/ })).toHaveProperty('checked', false)
    expect(both.getByRole('radio', { name: /Yours ¥\s0.45/ })).toHaveProperty('checked', true)
    const theirs = within(dialog.getByRole('group', { name: 'Free interval' }))
    expect(theirs.getByRole('radio', { name: /Theirs, now 30 min/ })).toHaveProperty('checked', true)
    expect(theirs.getByRole('radio', { name: /Before 15 min/ })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save what I chose' }))
    await waitFor(() => expect(asked(all, UPDATE).at(-1)?.body).toEqual({ id: 7, version: 5, service_fee: 45 }))
  })

  test('puts back what I had before they changed it, when I choose so', async () => {
    const all = serve(clashing)
    form(ruleRow({ id: 7, version: 4 }))
    await fill({ 'Service fee': '0.45' })
    await save()
    const dialog = within(await shown.findByRole('dialog', { name: 'Somebody else changed this record' }))
    await user.click(dialog.getByRole('button', { name: 'Keep all of mine' }))
    await user.click(dialog.getByRole('button', { name: 'Save what I chose' }))
    const body = { id: 7, version: 5, service_fee: 45, free_minutes: 15 }
    await waitFor(() => expect(asked(all, UPDATE).at(-1)?.body).toEqual(body))
  })

  test('names what a reference would point at, on both sides, and who changed it', async () => {
    const all = serve(({ path, body }) => {
      if (path === '/system/park-lot/get-park-lot')
        return ok([{ id: 3, title: 'Airport' }].filter(({ id }) => !body.ids || (body.ids as number[]).includes(id)))
      if (path !== '/system/device/edit' || body.version === 5) return ok(pileRow({ version: 6 }))
      const current = pileRow({ version: 5, site_id: 2, site: { id: 2, title: 'Harbour' } })
      return { code: 409, data: { current, by: 'Li Wei', at: '2026-11-20T08:00:00Z' } }
    })
    stage(<EntityForm entity={pile as never} row={pileRow({ version: 4 }) as never} onClose={() => {}} />)
    await user.click(shown.getByRole('combobox', { name: /Site/ }))
    await user.click(await shown.findByText('Airport'))
    await save()
    const dialog = within(await shown.findByRole('dialog', { name: 'Somebody else changed this record' }))
    expect(dialog.getByText(/^Li Wei saved it/)).toBeTruthy()
    const group = within(dialog.getByRole('group', { name: 'Site you both changed it' }))
    expect(group.getByRole('radio', { name: 'Theirs, now Harbour' })).toBeTruthy()
    expect(await group.findByRole('radio', { name: 'Yours Airport' })).toHaveProperty('checked', true)
    await user.click(dialog.getByRole('button', { name: 'Save what I chose' }))
    await waitFor(() =>
      expect(asked(all, '/system/device/edit').at(-1)?.body).toEqual({ id: 9, version: 5, site_id: 3 }),
    )
  })

  test('shows it to anyone who comes back to entries that were not saved', async () => {
    serve(clashing)
    const first = stage(
      <EntityForm entity={billingRule} row={ruleRow({ id: 7, version: 4 }) as never} onClose={() => {}} />,
    )
    await fill({ 'Service fee': '0.45' })
    first.unmount()
    const all = serve(clashing)
    form(theirs)
    expect(shown.getByText('Your unfinished entries are back.')).toBeTruthy()
    expect((field(/^Service fee/) as HTMLInputElement).value).toBe('0.45')
    await save()
    expect(asked(all, UPDATE)[0]?.body).toEqual({ id: 7, version: 4, service_fee: 45 })
    const dialog = within(await shown.findByRole('dialog', { name: 'Somebody else changed this record' }))
    expect(dialog.getByRole('group', { name: 'Service fee you both changed it' })).toBeTruthy()
    expect(dialog.queryByRole('group', { name: 'Free interval' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save what I chose' }))
    await waitFor(() => expect(asked(all, UPDATE).at(-1)?.body).toEqual({ id: 7, version: 5, service_fee: 45 }))
  })

  test('takes theirs when I choose so', async () => {
    const all = serve(clashing)
    form(ruleRow({ id: 7, version: 4 }))
    await fill({ 'Service fee': '0.45', 'Electricity fee': '0.70' })
    await save()
    const dialog = within(await shown.findByRole('dialog', { name: 'Somebody else changed this record' }))
    await user.click(dialog.getByLabelText(/0.55/))
    await user.click(dialog.getByRole('button', { name: 'Save what I chose' }))
    await waitFor(() => expect(asked(all, UPDATE).at(-1)?.body).toEqual({ id: 7, version: 5, electricity_fee: 70 }))
  })
})

test('what was entered of a new record comes back, secrets excepted, until it is started over', async () => {
  serve(() => undefined)
  const first = stage(<EntityForm entity={customer} row={null} onClose={() => {}} />, { screen: 'phone' })
  await user.type(field(/^Account/), 'liwei')
  await user.type(field('Password'), 'very secret')
  expect(shown.getByText('Draft kept')).toBeTruthy()
  first.unmount()
  stage(<EntityForm entity={customer} row={null} onClose={() => {}} />, { screen: 'phone' })
  expect((field(/^Account/) as HTMLInputElement).value).toBe('liwei')
  expect((field('Password') as HTMLInputElement).value).toBe('')
  expect(JSON.stringify(localStorage)).not.toContain('very secret')
  await user.click(shown.getByRole('button', { name: 'Start over' }))
  expect((field(/^Account/) as HTMLInputElement).value).toBe('')
})

test('what was changed in a record and not saved comes back to it, to no other, until it is started over', async () => {
  serve(() => undefined)
  const edited = (id: number) =>
    stage(<EntityForm entity={billingRule} row={ruleRow({ id, service_fee: 40 }) as never} onClose={() => {}} />)
  const first = edited(7)
  await fill({ 'Service fee': '0.45' })
  first.unmount()
  const other = edited(8)
  expect((field(/^Service fee/) as HTMLInputElement).value).toBe('0.40')
  other.unmount()
  edited(7)
  expect((field(/^Service fee/) as HTMLInputElement).value).toBe('0.45')
  await user.click(shown.getByRole('button', { name: 'Start over' }))
  expect((field(/^Service fee/) as HTMLInputElement).value).toBe('0.40')
  expect(localStorage.getItem('draft/billing_rule/7')).toBeNull()
})

test('a secret that was set is shown once', async () => {
  serve(({ path }) => (path === '/system/client/create' ? ok(customerRow()) : undefined))
  const closed = vi.fn()
  stage(<EntityForm entity={customer} row={null} onClose={closed} />)
  await user.type(field(/^Account/), 'liwei')
  await user.type(field('Password'), 'very secret 1')
  await user.type(field('Password, once more'), 'very secret 12')
  await save()
  expect(shown.getByRole('alert').textContent).toBe('Entered passwords differ')
  await user.type(field('Password, once more'), '{Backspace}')
  await save()
  expect(((await shown.findByLabelText('Password')) as HTMLInputElement).value).toBe('very secret 1')
  expect(closed).not.toHaveBeenCalled()
  await user.click(shown.getByRole('button', { name: 'I have kept it' }))
  expect(closed).toHaveBeenCalled()
})

describe('a record that is missing among those to choose from', () => {
  const pileForm = () =>
    stage(
      <>
        <EntityForm entity={pile} row={null} onClose={() => {}} />
        <NewRecord />
      </>,
    )

  test('is added over the form, which keeps what was typed and takes it', async () => {
    const all = serve(({ path }) => (path.endsWith('/create') ? ok({ id: 77, version: 1 }) : ok([])))
    pileForm()
    await fill({ 'Station number': 'CD-77' })
    await user.click(shown.getByRole('button', { name: 'Add merchant' }))
    const over = within(await shown.findByRole('dialog', { name: 'New merchant' }))
    await user.type(over.getByLabelText(/^Name/), 'Pudong')
    await user.click(over.getByRole('button', { name: /^Save(?! and|,)/ }))
    await waitFor(() => expect(shown.queryByRole('dialog', { name: 'New merchant' })).toBeNull())
    expect(asked(all, `${entities.merchant.path}/${entities.merchant.calls.create}`)[0]?.body).toMatchObject({
      name: 'Pudong',
    })
    expect((field(/^Station number/) as HTMLInputElement).value).toBe('CD-77')
    expect((field(/^Merchant/) as HTMLInputElement).value).toBe('#77')
  })

  test('is not offered to who may not add it', () => {
    signIn(['pile.create', 'site.list'])
    serve(() => ok([]))
    pileForm()
    expect(shown.queryByRole('button', { name: /^Add / })).toBeNull()
  })
})
