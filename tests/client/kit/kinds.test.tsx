import { screen as shown } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AnyRow, Cell } from '../../../src/client/kit/fields/cell.tsx'
import { FieldInput } from '../../../src/client/kit/fields/field-input.tsx'
import { entity } from '../../../src/shared/kit/entity.ts'
import * as f from '../../../src/shared/kit/fields.ts'
import { ok, type Screen, serve, speak, stage } from '../stage.tsx'

/** A field of each kind, under names that the locales know. */
const everything = entity('site', {
  within: 'everybody',
  path: '/everything',
  calls: { list: 'index' },
  fields: {
    name: f.text({ slot: 'title' }),
    address: f.longText({ optional: true }),
    phone: f.phone(),
    contact: f.email(),
    password: f.secret({ min: 8 }),
    spaces: f.count({ unit: 'V' }),
    electricity_fee: f.cents({ unit: '/kWh' }),
    amount_cents: f.cents({ min: -1000 }),
    energy_wh: f.wattHours(),
    power_w: f.watts(),
    share: f.percent(),
    start_hour: f.hour(),
    free_minutes: f.minutes(),
    duration_seconds: f.seconds(),
    started_at: f.instant(),
    due: f.day(),
    enabled: f.flag(),
    kind: f.choice(['off_street', 'on_street']),
    status: f.status({ enabled: 'available', disabled: 'offline' }),
    strategy_id: f.reference('strategy'),
    rule_ids: f.references('billing_rule'),
    time_zone: f.timeZone(),
    longitude: f.degrees({ min: -180, most: 180 }),
  },
})
const of = everything as never as Parameters<typeof Cell>[0]['entity']

beforeAll(() => speak())
afterEach(() => vi.unstubAllGlobals())

const row = (values: Record<string, unknown>) =>
  ({ id: 1, version: 1, created_at: '', updated_at: '', ...values }) as AnyRow
const seen = (container: HTMLElement) => container.textContent?.replace(/\s/g, ' ').trim()

describe('a cell', () => {
  const year = new Date().getFullYear()
  test.each([
    ['name', 'Lujiazui P2', 'Lujiazui P2'],
    ['address', 'Century Avenue 100', 'Century Avenue 100'],
    ['phone', '138 0000 2201', '138 0000 2201'],
    ['contact', 'a@b.cn', 'a@b.cn'],
    ['spaces', 1284, '1,284 V'],
    ['electricity_fee', 138, '¥ 1.38'],
    ['amount_cents', -505, '−¥ 5.05'],
    ['energy_wh', 30_960, '30.96 kWh'],
    ['power_w', 84_249, '84.2 kW'],
    ['share', 62, '62 %'],
    ['start_hour', 6, '06:00'],
    ['free_minutes', 90, '1 h 30'],
    ['duration_seconds', 3480, '58 min'],
    ['due', `${year}-11-20`, '20 Nov'],
    ['enabled', true, 'Yes'],
    ['enabled', false, 'No'],
    ['kind', 'on_street', 'On-street'],
    ['status', 'disabled', 'Not in use'],
    ['rule_ids', [1, 2, 3], '3'],
    ['time_zone', 'Asia/Shanghai', 'Asia/Shanghai'],
    ['longitude', 121.4998, '121.4998'],
    ['address', null, '—'],
  ])('of %s shows %o as "%s"', (name, value, text) => {
    const { container } = stage(<Cell entity={of} name={name} row={row({ [name]: value })} />)
    expect(seen(container.firstElementChild?.parentElement as HTMLElement)).toBe(text)
  })

  test('of a reference shows its title', () => {
    stage(<Cell entity={of} name="strategy_id" row={row({ strategy_id: 4, strategy: { id: 4, title: 'Summer' } })} />)
    expect(shown.getByText('Summer')).toBeTruthy()
  })

  test('of a moment says how long ago, and all of it in its title', () => {
    const at = new Date(Date.now() - 5 * 60_000).toISOString()
    stage(<Cell entity={of} name="started_at" row={row({ started_at: at })} />)
    const time = shown.getByText('5 min ago')
    expect([time.tagName, time.getAttribute('datetime')]).toEqual(['TIME', at])
  })

  test('of a state has its word, never colour alone', () => {
    stage(<Cell entity={of} name="status" row={row({ status: 'enabled' })} />)
    expect(shown.getByText('In use')).toBeTruthy()
  })
})

function Held({ name, start, onValue }: { name: string; start: unknown; onValue: (value: unknown) => void }) {
  const [value, setValue] = useState(start)
  const change = (next: unknown) => {
    setValue(next)
    onValue(next)
  }
  return (
    <>
      <label htmlFor="it">It</label>
      <FieldInput
        entity={of}
        name={name}
        id="it"
        value={value}
        onChange={change}
        invalid={false}
        describedBy={undefined}
        disabled={false}
      />
    </>
  )
}

function hold(name: string, start: unknown = null, screen: Screen = 'wide') {
  const values: unknown[] = []
  stage(<Held name={name} start={start} onValue={(value) => values.push(value)} />, { screen })
  return { last: () => values.at(-1) }
}

describe('an input', () => {
  const user = userEvent.setup()

  test.each([
    ['name', 'P2', 'P2'],
    ['phone', '138 00', '138 00'],
    ['contact', 'a@b.cn', 'a@b.cn'],
    ['address', 'Road', 'Road'],
    ['password', 'secret-1', 'secret-1'],
    ['spaces', '40', 40],
    ['electricity_fee', '1.38', 138],
    ['electricity_fee', '0,29', 29],
    ['energy_wh', '30.96', 30_960],
    ['power_w', '7', 7000],
    ['share', '62', 62],
    ['start_hour', '27', 27],
    ['free_minutes', '15', 15],
    ['longitude', '121.4998', 121.4998],
    ['due', '2026-11-20', '2026-11-20'],
  ])('of %s takes "%s" as %o', async (name, typed, value) => {
    const { last } = hold(name)
    await user.type(shown.getByLabelText('It'), typed)
    expect(last()).toBe(value)
  })

  test.each([
    ['electricity_fee', 138, '1.38'],
    ['electricity_fee', 40, '0.40'],
    ['power_w', 120_000, '120.0'],
    ['spaces', 40, '40'],
    ['longitude', 121.4998, '121.4998'],
    ['due', '2026-11-20', '20/11/2026'],
    ['time_zone', 'Asia/Shanghai', 'Asia/Shanghai'],
    ['kind', 'on_street', 'On-street'],
  ])('of %s shows %o as "%s"', (name, value, text) => {
    hold(name, value)
    expect(
      (shown.getByLabelText(name === 'kind' ? 'Kind' : name === 'time_zone' ? 'Time zone' : 'It') as HTMLInputElement)
        .value,
    ).toBe(text)
  })

  test('keeps what is no figure as it was typed, for the check to name it', async () => {
    const { last } = hold('electricity_fee')
    await user.type(shown.getByLabelText('It'), '1.384')
    expect(last()).toBe('1.384')
  })

  test('emptied holds nothing', async () => {
    const { last } = hold('spaces', 40)
    await user.clear(shown.getByLabelText('It'))
    expect(last()).toBeNull()
  })

  test('a moment is typed where the person is and held in UTC', async () => {
    const { last } = hold('started_at')
    await user.type(shown.getByLabelText('It'), '2026-11-20T15:50')
    expect(last()).toBe(new Date('2026-11-20T15:50').toISOString())
  })

  test('a flag is switched', async () => {
    const { last } = hold('enabled', false)
    await user.click(shown.getByRole('switch'))
    expect(last()).toBe(true)
  })

  test('a choice is made from the keyboard alone', async () => {
    const { last } = hold('kind', 'off_street')
    shown.getByRole('combobox').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(last()).toBe('on_street')
  })

  test('on a phone a choice of few lies open', async () => {
    const { last } = hold('kind', 'off_street', 'phone')
    await user.click(shown.getByLabelText('On-street'))
    expect(last()).toBe('on_street')
  })

  test('a reference is looked for while typing', async () => {
    const all = serve(({ path, body }) => {
      if (path !== '/system/strategy/options') return undefined
      return ok(body.keyword === 'win' ? [{ id: 8, title: 'Winter' }] : [{ id: 4, title: 'Summer' }])
    })
    const { last } = hold('strategy_id')
    await user.type(shown.getByRole('combobox'), 'win')
    await user.click(await shown.findByText('Winter'))
    expect(last()).toBe(8)
    expect(all.map(({ body }) => body)).toContainEqual({ keyword: 'win' })
  })

  test('what tells records apart stands beside their titles', async () => {
    const given = [
      { id: 8, title: 'wang01', note: 'Wang Fang · 138****2201' },
      { id: 9, title: 'wang02' },
    ]
    serve(({ path }) => (path === '/system/strategy/options' ? ok(given) : undefined))
    hold('strategy_id')
    await user.click(shown.getByRole('combobox'))
    await shown.findByText('wang02')
    const options = shown.getAllByRole('option', { hidden: true })
    expect(options.map(({ textContent }) => textContent?.trim())).toEqual(['wang01 Wang Fang · 138****2201', 'wang02'])
  })

  test('several references are added and taken out', async () => {
    serve(({ path, body }) => {
      if (path !== '/system/charge-rules/get-rules') return undefined
      const rules = [
        { id: 1, title: 'Night' },
        { id: 2, title: 'Day' },
      ]
      return ok(body.ids ? rules.filter(({ id }) => (body.ids as number[]).includes(id)) : rules)
    })
    const { last } = hold('rule_ids', [1])
    await user.click(shown.getByRole('combobox'))
    await user.click(await shown.findByText('Day'))
    expect(last()).toEqual([1, 2])
    await user.click(await shown.findByRole('button', { name: 'Remove Night' }))
    expect(last()).toEqual([2])
  })

  test('a secret is hidden, shown on request, and made on request', async () => {
    const { last } = hold('password')
    const input = shown.getByLabelText('It') as HTMLInputElement
    expect(input.type).toBe('password')
    await user.click(shown.getByRole('button', { name: 'Generate' }))
    expect(last()).toMatch(/^[a-zA-Z2-9]{20}$/)
    expect(input.type).toBe('text')
  })
})
