import { screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RecordList } from '../../../src/client/kit/records/record-list.tsx'
import { billingRule } from '../../../src/shared/entities/billing-rule.ts'
import { asked, ok, page, type Screen, serve, signIn, speak, stage } from '../stage.tsx'
import { ruleRow } from './rows.ts'

const LIST = '/system/charge-rules/index'
const SAVE = '/system/table/save'
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ruleRow({ id: at + 1, name: `Rule ${at + 1}` }))

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

describe.each<Screen>(['wide', 'phone'])('on a %s screen', (screen) => {
  const user = userEvent.setup()

  test('shows the same facts', async () => {
    serve(({ path }) => (path === LIST ? page([ruleRow()]) : undefined))
    const { container } = stage(<RecordList entity={billingRule} />, { screen })
    await shown.findByText('Night')
    for (const fact of ['Night', 'Valley', '22:00', '06:00', '0.62', '0.40', '0.31', '15.00', '15 min', 'In use'])
      expect(container.textContent).toContain(fact)
  })

  test('an empty list says what to do next, and offers it', async () => {
    serve(({ path }) => (path === LIST ? page([]) : undefined))
    stage(
      <RecordList
        entity={billingRule}
        actions={[{ key: 'add', label: 'Add billing rule', icon: 'plus', primary: true, to: '/create' }]}
      />,
      { screen },
    )
    expect(await shown.findByText(/No billing rule yet. Add one for each band/)).toBeTruthy()
    expect(shown.getAllByRole('link', { name: /Add billing rule/ }).length).toBeGreaterThan(0)
  })

  test('an empty list invites nobody who may add nothing', async () => {
    signIn(['billing_rule.list'])
    serve(({ path }) => (path === LIST ? page([]) : undefined))
    stage(<RecordList entity={billingRule} />, { screen })
    expect(await shown.findByText('No billing rules yet.')).toBeTruthy()
    expect(shown.queryByText(/Add one/)).toBeNull()
  })

  test('nothing that matches offers to clear the filters', async () => {
    serve(({ path, body }) => (path === LIST ? page(body.status ? [] : [ruleRow()]) : undefined))
    const { router } = stage(<RecordList entity={billingRule} />, { screen, path: '/rules?status=disabled' })
    const nothing = await shown.findByText(/Nothing matches/)
    await user.click(within(nothing.parentElement as HTMLElement).getByRole('button', { name: 'Clear filters' }))
    expect(await shown.findByText('Night')).toBeTruthy()
    expect(router.state.location.search).toBe('')
  })

  test('a failure says what failed, and a retry brings the list', async () => {
    let down = true
    serve(({ path }) =>
      path === LIST
        ? down
          ? { code: 503, message: 'The database does not answer.', data: null }
          : page([ruleRow()])
        : undefined,
    )
    stage(<RecordList entity={billingRule} />, { screen })
    expect((await shown.findByRole('alert')).textContent).toContain('The database does not answer.')
    down = false
    await user.click(shown.getByRole('button', { name: 'Try again' }))
    expect(await shown.findByText('Night')).toBeTruthy()
  })

  test('filters in force are seen and taken away one by one', async () => {
    const all = serve(({ path }) => (path === LIST ? page([ruleRow()]) : undefined))
    const { router } = stage(<RecordList entity={billingRule} />, {
      screen,
      path: '/rules?band=valley,peak&status=enabled',
    })
    await shown.findByText('Night')
    expect(asked(all, LIST)[0]?.body).toMatchObject({ band: ['valley', 'peak'], status: ['enabled'] })
    await user.click(shown.getByRole('button', { name: 'Remove filter Band: Valley, Peak' }))
    await waitFor(() => expect(router.state.location.search).toBe('?status=enabled'))
    await waitFor(() => expect(asked(all, LIST).at(-1)?.body).not.toHaveProperty('band'))
  })

  test('what someone may not do is not offered', async () => {
    signIn(['billing_rule.list'])
    serve(({ path }) => (path === LIST ? page([ruleRow()]) : undefined))
    stage(
      <RecordList
        entity={billingRule}
        rowActions={() => [{ key: 'edit', label: 'Edit', to: '/x', permission: 'billing_rule.update' }]}
      />,
      { screen },
    )
    await shown.findByText('Night')
    expect(shown.queryByText('Edit')).toBeNull()
  })
})

describe('the keyword', () => {
  const user = userEvent.setup()
  test('narrows what is here at once, while the server is still asked', async () => {
    let answer: (value: ReturnType<typeof page>) => void = () => {}
    const all = serve(({ path, body }) => {
      if (path !== LIST) return undefined
      return body.keyword
        ? new Promise((resolve) => (answer = resolve))
        : page([ruleRow(), ruleRow({ id: 2, name: 'Day peak' })])
    })
    const { router } = stage(<RecordList entity={billingRule} />)
    await shown.findByText('Night')
    await user.keyboard('/')
    await user.keyboard('day')
    expect(shown.queryByText('Night')).toBeNull()
    expect(shown.getByText('Day peak')).toBeTruthy()
    await waitFor(() => expect(router.state.location.search).toBe('?q=day'))
    await waitFor(() => expect(asked(all, LIST).at(-1)?.body).toMatchObject({ keyword: 'day' }))
    answer(page([ruleRow({ id: 9, name: 'Day flat' })]))
    expect(await shown.findByText('Day flat')).toBeTruthy()
    expect(shown.queryByText('Day peak')).toBeNull()
  })
})

describe('the table', () => {
  const user = userEvent.setup()
  const withRows = (count = 2, total = count) =>
    serve(({ path, body }) =>
      path === LIST
        ? page(rows(count), { total, page: body.page_num, pageSize: body.page_size })
        : path === SAVE
          ? ok(null)
          : undefined,
    )

  test('is sorted by a press on a heading, and the other way by the next', async () => {
    const all = withRows()
    stage(<RecordList entity={billingRule} />)
    await shown.findByText('Rule 1')
    await user.click(shown.getByRole('button', { name: /^Name/ }))
    await waitFor(() => expect(asked(all, LIST).at(-1)?.body).toMatchObject({ prop: 'name', order: 'asc' }))
    await user.click(shown.getByRole('button', { name: /^Name/ }))
    await waitFor(() => expect(asked(all, LIST).at(-1)?.body).toMatchObject({ prop: 'name', order: 'desc' }))
    expect(shown.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('descending')
  })

  test('turns pages and changes their size, and the address says so', async () => {
    const all = withRows(20, 95)
    const { router } = stage(<RecordList entity={billingRule} />)
    await shown.findByText('Rule 1')
    expect(shown.getByText('Total 95')).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Page 5' }))
    await waitFor(() => expect(asked(all, LIST).at(-1)?.body).toMatchObject({ page_num: 5, page_size: 20 }))
    await user.type(shown.getByLabelText('Go to'), '3{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?page=3'))
    await user.click(shown.getByRole('button', { name: '20 / page' }))
    await user.click(await shown.findByRole('menuitemradio', { name: '50 / page', hidden: true }))
    await waitFor(() => expect(asked(all, LIST).at(-1)?.body).toMatchObject({ page_num: 1, page_size: 50 }))
  })

  test('arrows move from row to row, Enter opens, right and left unfold and fold', async () => {
    withRows()
    const { router, container } = stage(
      <RecordList entity={billingRule} open={(row) => `/rules/${row.id}`} expand={(row) => `Inside ${row.id}`} />,
    )
    await shown.findByText('Rule 1')
    container.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(shown.getByText('Inside 2')).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    expect(shown.queryByText('Inside 2')).toBeNull()
    await user.keyboard('{Enter}')
    expect(router.state.location.pathname).toBe('/rules/2')
  })

  test("a person's columns are kept on the server; a failure puts them back and says so", async () => {
    let refuse = false
    const all = serve(({ path }) => {
      if (path === LIST) return page(rows(1))
      if (path === SAVE) return refuse ? { code: 500, message: 'no', data: null } : ok(null)
      return undefined
    })
    stage(<RecordList entity={billingRule} />)
    await shown.findByText('Rule 1')
    await user.click(shown.getByRole('button', { name: 'Columns' }))
    await user.click(await shown.findByLabelText('Show Band'))
    expect(await shown.findByText('Successfully saved')).toBeTruthy()
    expect(shown.queryByRole('columnheader', { name: 'Band' })).toBeNull()
    const [saved] = asked(all, SAVE)
    expect(saved?.body).toMatchObject({
      name: 'billing_rule',
      columns: expect.arrayContaining([expect.objectContaining({ prop: 'band', hidden: true })]),
    })
    refuse = true
    await user.click(shown.getByLabelText('Show Name'))
    expect(await shown.findByText('save failed')).toBeTruthy()
    expect(shown.getByRole('columnheader', { name: /Name/ })).toBeTruthy()
  })
})

test('chips count what the summary says, and one of them narrows the list', async () => {
  const all = serve(({ path }) =>
    path === LIST ? page(rows(2), { summary: { enabled: 1200, disabled: 84 } }) : undefined,
  )
  stage(<RecordList entity={billingRule} chips="status" />)
  const chip = await shown.findByRole('button', { name: 'Not in use 84' })
  expect(shown.getByRole('button', { name: 'All 1,284' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(chip)
  await waitFor(() => expect(asked(all, LIST).at(-1)?.body).toMatchObject({ status: ['disabled'] }))
})
