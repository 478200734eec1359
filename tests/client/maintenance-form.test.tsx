import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EntityForm } from '../../src/client/kit/forms/entity-form.tsx'
import { maintenanceExtras } from '../../src/client/maintenance/extras.ts'
import { maintenance } from '../../src/shared/entities/maintenance.ts'
import { page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const EXTRAS = maintenanceExtras({ Campaign: () => null })

const row = {
  ...{ id: 1, version: 1, work: 'New contactors', site_id: 7, site: { id: 7, title: 'Harbour' }, pile_ids: [] },
  ...{ starts_at: '2026-11-01T08:00:00.000Z', ends_at: '2026-11-01T10:00:00.000Z', ended_at: null, made_by: 'Lin' },
}

test.each([
  ['planned', []],
  ['under_way', ['site_id', 'pile_ids', 'starts_at', 'service']],
  ['over', ['site_id', 'pile_ids', 'starts_at', 'service', 'ends_at']],
  ['cancelled', ['site_id', 'pile_ids', 'starts_at', 'service', 'ends_at']],
])('of maintenance that is %s the form leaves as it is: %j', async (state, kept) => {
  serve(({ path }) =>
    path.endsWith('/park-lot/index') ? page([{ ...row.site, time_zone: 'Asia/Shanghai' }]) : page([]),
  )
  const { container } = stage(
    <EntityForm entity={maintenance} row={{ ...row, state } as never} onClose={() => {}} {...EXTRAS} />,
  )
  const isFixed = (name: string) => {
    const input = container.ownerDocument.querySelector<HTMLInputElement>(
      `[data-field="${name}"] input, [data-field="${name}"] button`,
    )
    return input?.disabled || input?.readOnly || false
  }
  await vi.waitFor(() => {
    expect(container.ownerDocument.querySelectorAll('[data-field] input').length).toBeGreaterThan(3)
    expect(['work', 'site_id', 'pile_ids', 'starts_at', 'service', 'ends_at'].filter(isFixed)).toEqual(kept)
  })
})
