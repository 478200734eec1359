import { useTranslation } from 'react-i18next'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { ListedRole } from './listed-role.ts'

/** How much a role allows. */
export function PermissionCount({ role: { permissions } }: { role: Pick<ListedRole, 'permissions'> }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  if (permissions.includes('*')) return t('permissions.all')
  const count = permissions.length
  return count > 0 ? t('permissions.count', { count, n: format.number(count) }) : EMPTY
}
