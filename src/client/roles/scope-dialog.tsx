import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { role } from '../../shared/entities/role.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { update } from '../kit/api/records.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { toast } from '../kit/ui/toast.ts'
import type { ListedRole } from './listed-role.ts'
import css from './roles.module.css'
import { isAsked } from './scope.ts'

const FIELDS = ['data_scope', 'site_ids', 'merchant_ids'] as const
type Scope = Pick<ListedRole, (typeof FIELDS)[number]>

/** For which records a role's permissions hold. */
export function ScopeDialog({ role: given, onClose }: { role: ListedRole; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common', 'errors'])
  const words = useWords(role)
  const id = useId()
  const { data_scope, site_ids, merchant_ids } = given
  const [scope, setScope] = useState<Scope>({ data_scope, site_ids, merchant_ids })
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [error, setError] = useState<string | null>(null)
  async function save() {
    setBusy(true)
    setError(null)
    try {
      await update(role, { id: given.id, version: given.version, ...scope } as { id: number })
      for (const entity of ['role', 'user']) void invalidate(entity)
      toast(t('common:done.saved'), { tone: 'success' })
      onClose()
    } catch (failed) {
      const { fields, message } = asFailure(failed)
      setWrong(fields)
      if (Object.keys(fields).length === 0) setError(message)
      setBusy(false)
    }
  }
  return (
    <DecisionDialog
      large
      title={t('scope.title', { role: given.name })}
      action={t('common:action.save')}
      busy={busy}
      error={error}
      onDecide={() => void save()}
      onClose={onClose}
    >
      <div className={css.stack}>
        <p>{words.help('data_scope')}</p>
        {FIELDS.filter((name) => isAsked(name, scope)).map((name) => (
          <Labelled key={name} label={words.label(name)} error={wrong[name]}>
            {(control) => (
              <FieldInput
                entity={role}
                name={name}
                id={control.id ?? id}
                value={scope[name]}
                onChange={(value) =>
                  setScope((now) => ({ ...now, [name]: value ?? (name === 'data_scope' ? 'all' : []) }))
                }
                invalid={control.invalid}
                describedBy={control['aria-describedby']}
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
