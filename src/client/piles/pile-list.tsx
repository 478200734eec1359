import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permissionTo } from '../../shared/commands/declare.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { type Pile, pile as pileEntity } from '../../shared/entities/pile.ts'
import type { Page } from '../../shared/kit/endpoint.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { lazy } from '../kit/ui/lazy.ts'
import { lazyDialog } from '../kit/ui/lazy-part.tsx'
import { MaintenanceMark } from '../kit/ui/maintenance-mark.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { whenIdle } from '../kit/ui/when-idle.ts'
import { ConnectorLines } from './connector-lines.tsx'
import { ConnectorSquares } from './connector-squares.tsx'
import { forManyPiles } from './offered-commands.ts'
import { PileStateCell } from './pile-state-cell.tsx'
import { usePileActions } from './use-pile-actions.tsx'

const ConnectorRows = lazy(() => import('./connector-rows.tsx').then((module) => ({ default: module.ConnectorRows })))
const BulkDialog = lazyDialog(() => import('./bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })))

/** The list's rows carry their connectors. */
const connectorsOf = (pile: Pile) => (pile as Pile & { connectors?: ConnectorNow[] }).connectors ?? []

function Counts({ page }: { page: Page<Pile> }) {
  const { t } = useTranslation('piles')
  const { connectors = 0, charging_now = 0 } = page.summary
  const counts = [
    t('counts.piles', { count: page.total }),
    t('counts.guns', { count: connectors }),
    t('counts.charging', { count: charging_now }),
  ]
  return counts.join(' · ')
}

/** Every pile with its connectors, as they are now. */
export function PileList() {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const record = useRecordPath()
  const wide = useWide()
  const rejected = useHome('rejected_connection')
  const labels = useHome('label')
  const { actionsOf, dialog } = usePileActions()
  const [commanding, setCommanding] = useState<{ ids: number[]; done: () => void } | null>(null)
  // A row that is opened has them at once.
  useEffect(() => {
    if (wide) whenIdle(() => void ConnectorRows.bring().catch(() => {}))
  }, [wide])
  const given = () => {
    commanding?.done()
    setCommanding(null)
  }

  const actions: Action[] = rejected
    ? [{ key: 'rejected', label: t('see_rejected'), icon: 'warning', to: rejected }]
    : []
  const rowActions = (pile: Pile): Action[] => [
    { key: 'monitor', label: t('monitor'), icon: 'gauge', to: record('pile', pile.id) ?? '/' },
    ...actionsOf(pile),
  ]
  const bulk = (piles: readonly Pile[], done: () => void): Action[] => {
    const ids = piles.map(({ id }) => id)
    const command: Action = {
      key: 'commands',
      label: t('many.commands'),
      icon: 'wrench',
      permission: forManyPiles.map(permissionTo),
      onPress: () => setCommanding({ ids, done }),
    }
    if (!labels) return [command]
    return [command, { key: 'labels', label: t('print_labels'), icon: 'print', to: `${labels}?ids=${ids}` }]
  }
  return (
    <>
      <EntityList
        entity={pileEntity}
        title={t('title')}
        caption={(page) => <Counts page={page} />}
        actions={actions}
        chips="state"
        filters={['site_id']}
        fresh={{ also: ['maintenance'], offline: true, everyMs: 700 }}
        lean
        rowActions={rowActions}
        bulk={bulk}
        extra={[
          {
            key: 'connectors',
            label: t('connectors'),
            after: 'pile_type_id',
            wideOnly: true,
            cell: (pile) => <ConnectorSquares connectors={connectorsOf(pile)} />,
          },
        ]}
        cells={{
          state: (pile) => <PileStateCell pile={pile} />,
          power_w: ({ power_w }) => (power_w > 0 ? format.power(power_w) : EMPTY),
          energy_wh: ({ energy_wh }) => (energy_wh > 0 ? format.energy(energy_wh) : EMPTY),
        }}
        {...(wide
          ? {
              expand: (pile: Pile) => (
                <Suspense fallback={null}>
                  <ConnectorRows pileId={pile.id} connectors={connectorsOf(pile)} />
                </Suspense>
              ),
            }
          : {
              cardFoot: (pile: Pile) => (
                <>
                  <MaintenanceMark until={(pile as Pile & { maintenance_until?: string | null }).maintenance_until} />
                  <ConnectorLines connectors={connectorsOf(pile)} />
                </>
              ),
            })}
      />
      {dialog}
      {commanding && <BulkDialog ids={commanding.ids} onDone={given} onClose={() => setCommanding(null)} />}
    </>
  )
}
