import { useTranslation } from 'react-i18next'
import { workOrder } from '../../shared/entities/work-order.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'

/** What was said of a work order, a line for each field. */
export function useSaid() {
  const { t } = useTranslation('work_orders')
  const words = useWords(workOrder)
  const format = useFormat()
  const me = useAtomValue(personAtom)?.user.userId
  const wordOf = (name: string, value: unknown, set: Readonly<Record<string, unknown>>): string => {
    if (name === 'assignee_id' && set.assignee_name) return String(set.assignee_name)
    if (name === 'assignee_id' && value === me) return t('you')
    if (value === null || value === undefined || value === '') return t(name === 'assignee_id' ? 'nobody' : 'nothing')
    if (name === 'state' || name === 'kind') return words.choice(name, String(value))
    if (name === 'due_on') return format.day(String(value))
    return name === 'minutes' ? t('minutes', { count: Number(value) }) : String(value)
  }
  return (set: object): string[] =>
    Object.entries(set)
      // Of another's whose it is a phone knows the number alone until the server has answered.
      .filter(([name, value]) => {
        const isNameless = name === 'assignee_id' && value && value !== me && !('assignee_name' in set)
        return name !== 'assignee_name' && !isNameless
      })
      .map(([name, value]) => t('line', { field: words.label(name), value: wordOf(name, value, set as never) }))
}
