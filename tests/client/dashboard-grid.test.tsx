import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Grid } from '../../src/client/dashboard/grid.tsx'
import { components } from '../../src/client/dashboard/widgets.ts'
import type { Known } from '../../src/shared/widgets/layout.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
afterEach(cleanup)

const text = (id: string, y: number, said: string): Known => ({
  ...{ id, widget: 'text' as const, x: 0, y, w: 12, h: 4 },
  settings: { title: said, text: said },
})

test('a widget that breaks says so in its place, and the others stay', async () => {
  const { text: Text } = components
  const Breaking: typeof Text = (props) => {
    if (props.settings.title === 'Broken') throw new Error('it broke')
    return <Text {...props} />
  }
  Object.assign(components, { text: Breaking })
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    signIn(['dashboard.view'])
    serve(() => ok(null))
    stage(<Grid placed={[text('one', 0, 'Broken'), text('two', 4, 'Whole')]} />, { screen: 'wide' })
    expect((await screen.findAllByText('Whole')).length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  } finally {
    Object.assign(components, { text: Text })
    told.mockRestore()
  }
})
