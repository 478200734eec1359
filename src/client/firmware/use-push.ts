import { useTranslation } from 'react-i18next'
import { type FirmwareRow, PUSH_FIRMWARE, pushFirmware } from '../../shared/endpoints/firmware.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { invalidate } from '../kit/api/queries.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

const UNDER_WAY: ReadonlySet<unknown> = new Set(['running', 'paused', 'stopped'])

/** Pushing a task, on its row and on its page; not while its piles are being asked. */
export function usePush() {
  const { t } = useTranslation('firmware')

  async function push({ id, name }: FirmwareRow) {
    const question = { title: t('push.title', { name }), text: t('push.text'), yes: t('push.action') }
    if (!(await confirm(question))) return
    try {
      const { piles } = await call(pushFirmware, { id }, { key: newKey() })
      toast(t('push.done', { count: piles }), { tone: 'success' })
    } catch (error) {
      const failure = asFailure(error)
      toast(failure.fields.pile_ids ?? failure.message, { tone: 'error' })
    }
    for (const entity of ['firmware', 'firmware_upgrade', 'campaign']) void invalidate(entity)
  }

  return (row: FirmwareRow): Action[] =>
    UNDER_WAY.has(row.campaign?.state)
      ? []
      : [
          {
            ...{ key: 'push', label: t('push.open'), icon: 'upload', permission: PUSH_FIRMWARE },
            onPress: () => void push(row),
          },
        ]
}
