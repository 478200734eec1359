import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirmwareRow } from '../../shared/endpoints/firmware.ts'
import { type Firmware, firmware } from '../../shared/entities/firmware.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { DoingDialog } from './doing-dialog.tsx'
import { UpgradeProgress } from './upgrade-progress.tsx'
import { useFirmwareActions } from './use-firmware-actions.ts'
import { VersionsDialog } from './versions-dialog.tsx'

const shown = (row: Firmware) => row as FirmwareRow

/** Firmware tasks with how far their piles are, live; and which piles run what. */
export function FirmwareList() {
  const { t } = useTranslation('firmware')
  const format = useFormat()
  const cardCells = {
    pushed_at: ({ pushed_at }: Firmware) => pushed_at && t('pushed_ago', { ago: format.ago(pushed_at) }),
  }
  const { actionsOf, doing, close } = useFirmwareActions()
  const [versions, setVersions] = useState(false)
  const look: Action = { key: 'versions', label: t('versions.open'), icon: 'list', onPress: () => setVersions(true) }
  return (
    <>
      <EntityList
        entity={firmware}
        actions={[look]}
        cardCells={cardCells}
        rowActions={(row) => actionsOf(shown(row))}
        extra={[
          {
            key: 'upgrades',
            label: t('progress'),
            after: 'name',
            cell: (row) => <UpgradeProgress upgrades={shown(row).upgrades} />,
          },
        ]}
      />
      {doing && (
        <Suspense fallback={null}>
          <DoingDialog doing={doing} onClose={close} />
        </Suspense>
      )}
      {versions && (
        <Suspense fallback={null}>
          <VersionsDialog onClose={() => setVersions(false)} />
        </Suspense>
      )}
    </>
  )
}
