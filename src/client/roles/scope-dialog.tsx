import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { role } from '../../shared/entities/role.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import type { ListedRole } from './listed-role.ts'
import css from './roles.module.css'
import { isAsked } from './scope.ts'
import { useRoleChange } from './use-role-change.ts'

const FIELDS = ['data_scope', 'site_ids', 'merchant_ids'] as const
type Scope = Pick<ListedRole, (typeof FIELDS)[number]>

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

/** For which records a role's permissions hold. */
export function ScopeDialog({ role: given, onClose }: { role: ListedRole; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const words = useWords(role)
  const { data_scope, site_ids, merchant_ids } = given
  const [scope, setScope] = useState<Scope>({ data_scope, site_ids, merchant_ids })
  const hintOf = useHint(given)
  const { save, busy, failure } = useRoleChange(given, onClose)
  const wrong = failure?.fields ?? {}
  return (
    <DecisionDialog
      large
      title={t('scope.title', { role: given.name })}
      action={t('common:action.save')}
      busy={busy}
      error={Object.keys(wrong).length === 0 ? failure?.message : null}
      onDecide={() => save(scope)}
      onClose={onClose}
    >
      <div className={css.stack}>
        <p>{words.help('data_scope')}</p>
        {FIELDS.filter((name) => isAsked(name, scope)).map((name) => (
          <Labelled key={name} label={words.label(name)} hint={hintOf(name, scope)} error={wrong[name]}>
            {({ id, invalid, 'aria-describedby': describedBy }) => (
              <FieldInput
                entity={role}
                {...{ name, id, invalid, describedBy }}
                value={scope[name]}
                onChange={(value) =>
                  setScope((now) => ({ ...now, [name]: value ?? (name === 'data_scope' ? 'all' : []) }))
                }
                disabled={false}
              />
            )}
          </Labelled>
        ))}
        <small>{t(`scope.${scope.data_scope}`)}</small>
      </div>
    </DecisionDialog>
  )
}
