import { useTranslation } from 'react-i18next'
import { endMaintenance } from '../../shared/endpoints/maintenance.ts'
import { type Maintenance, maintenance } from '../../shared/entities/maintenance.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

/** Ends what is under way, calls off what is planned; of what is over there is nothing to end. */
export function useEnding() {
  const { t } = useTranslation('maintenance')
  return ({ id, state }: Pick<Maintenance, 'id' | 'state'>): Action[] => {
    if (state !== 'planned' && state !== 'under_way') return []
    const question = { title: t(`end.${state}.title`), text: t(`end.${state}.text`), yes: t(`end.${state}.yes`) }
    const end = async () => {
      if (!(await confirm(question))) return
      await doAndSay(
        async () => {
          const ended = await call(endMaintenance, { id })
          toast(t(`ended.${ended.state}`), { tone: 'success' })
        },
        { changes: ['maintenance', 'pile', 'alarm'] },
      )
    }
    return [
      {
        key: 'end',
        label: t(`end.${state}.yes`),
        icon: 'stop',
        permission: permissionOf(maintenance, 'update'),
        onPress: () => void end(),
      },
    ]
  }
}
