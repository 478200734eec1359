import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FirmwareRow, PUSH_FIRMWARE } from '../../shared/endpoints/firmware.ts'
import { firmware } from '../../shared/entities/firmware.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Action } from '../kit/ui/actions.tsx'

const UNDER_WAY: ReadonlySet<unknown> = new Set(['running', 'paused', 'stopped'])

/** What is being done with a task in a dialog. */
export interface Doing {
  what: 'push' | 'copy'
  task: FirmwareRow
}

/** Pushing a task, on its row and on its page; not while its piles are being asked. Copying it: a rollback is the old one once more. */
export function useFirmwareActions() {
  const { t } = useTranslation('firmware')
  const [doing, setDoing] = useState<Doing | null>(null)
  const actionsOf = (task: FirmwareRow): Action[] => [
    ...(UNDER_WAY.has(task.campaign?.state)
      ? []
      : [
          {
            ...({ key: 'push', label: t('push.open'), icon: 'upload', permission: PUSH_FIRMWARE } as const),
            onPress: () => setDoing({ what: 'push', task }),
          },
        ]),
    {
      ...{ key: 'copy', label: t('copy.open'), icon: 'copy', permission: permissionOf(firmware, 'create') },
      onPress: () => setDoing({ what: 'copy', task }),
    },
  ]
  return { actionsOf, doing, close: () => setDoing(null) }
}
