import { useTranslation } from 'react-i18next'
import { roleReach } from '../../shared/endpoints/people.ts'
import { role } from '../../shared/entities/role.ts'
import { useCall } from '../kit/api/queries.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Labelled } from '../kit/ui/labelled.tsx'
import type { ListedRole } from './listed-role.ts'
import { isAsked } from './scope.ts'

const FIELDS = ['data_scope', 'site_ids', 'merchant_ids'] as const
export type Scope = Pick<ListedRole, (typeof FIELDS)[number]>

export const scopeOf = ({ data_scope, site_ids, merchant_ids }: Scope): Scope => ({
  data_scope,
  site_ids,
  merchant_ids,
})

/** What of a list one does not see and cannot take out of it, or that something has to be chosen. */
function useHint({ more_sites, more_merchants }: ListedRole) {
  const { t } = useTranslation('people')
  const format = useFormat()
  return (name: (typeof FIELDS)[number], scope: Scope) => {
    if (name === 'data_scope') return undefined
    const more = name === 'site_ids' ? more_sites : more_merchants
    if (more > 0) return t('scope.stay', { count: more, n: format.number(more) })
    return scope[name]?.length ? undefined : t('scope.choose')
  }
}

/** How much that is, before it is saved. */
function Reached({ id, scope }: { id: number; scope: Scope }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const { data_scope, site_ids, merchant_ids } = scope
  const { data } = useCall(
    roleReach,
    { id, data_scope, site_ids: site_ids ?? [], merchant_ids: merchant_ids ?? [] },
    { entities: ['site', 'pile', 'customer', 'user'], keepLast: true },
  )
  if (!data) return null
  const counts = (['sites', 'piles', 'customers'] as const).map((name) =>
    t(`scope.counted.${name}`, { count: data[name], n: format.number(data[name]) }),
  )
  return (
    <p role="status">
      <b>{format.list(counts)}</b>
    </p>
  )
}

interface Props {
  role: ListedRole
  scope: Scope
  wrong: Readonly<Record<string, string>>
  onChange: (scope: Scope) => void
}

/** For which records a role's permissions hold. */
export function ScopeFields({ role: given, scope, wrong, onChange }: Props) {
  const { t } = useTranslation('people')
  const words = useWords(role)
  const hintOf = useHint(given)
  return (
    <>
      {FIELDS.filter((name) => isAsked(name, scope)).map((name) => (
        <Labelled key={name} label={words.label(name)} hint={hintOf(name, scope)} error={wrong[name]}>
          {({ id, invalid, 'aria-describedby': describedBy }) => (
            <FieldInput
              entity={role}
              {...{ name, id, invalid, describedBy }}
              value={scope[name]}
              onChange={(value) => onChange({ ...scope, [name]: value ?? (name === 'data_scope' ? 'all' : []) })}
              disabled={false}
            />
          )}
        </Labelled>
      ))}
      <small>{t(`scope.${scope.data_scope}`)}</small>
      <Reached id={given.id} scope={scope} />
    </>
  )
}
