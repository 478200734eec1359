import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import type { Action } from '../kit/ui/actions.tsx'

/** Narrows the list to what is the person's own, and back; not of one pile's alarms. */
export function useMine(embedded: boolean): Action[] {
  const { t } = useTranslation('alarms')
  const [params] = useSearchParams()
  const me = useAtomValue(personAtom)?.user.userId
  if (embedded || me === undefined) return []
  const own = params.get('assignee_id') === String(me)
  const to = own ? '?status=open' : `?status=open&assignee_id=${me}`
  return [
    {
      key: 'mine',
      icon: own ? 'people' : 'person',
      label: t(own ? 'case.all' : 'case.mine'),
      to,
      permission: 'alarm.handle',
    },
  ]
}
