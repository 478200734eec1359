import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { role } from '../../shared/entities/role.ts'
import { useSampleWords } from '../kit/i18n/sample-words.ts'
import { useHelp } from '../kit/i18n/use-help.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import type { ListedRole } from './listed-role.ts'
import css from './roles.module.css'
import { type Scope, ScopeFields, scopeOf } from './scope-fields.tsx'
import { useRoleChange } from './use-role-change.ts'

/** For which records a role's permissions hold. */
export function ScopeDialog({ role: given, onClose }: { role: ListedRole; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const help = useHelp(role)
  const samples = useSampleWords()
  const [scope, setScope] = useState<Scope>(scopeOf(given))
  const { save, busy, failure } = useRoleChange(given, onClose)
  const wrong = failure?.fields ?? {}
  return (
    <DecisionDialog
      large
      title={t('scope.title', { role: samples.name(given.name) })}
      action={t('common:action.save')}
      busy={busy}
      error={Object.keys(wrong).length === 0 ? failure?.message : null}
      onDecide={() => save(scope)}
      onClose={onClose}
    >
      <div className={css.stack}>
        <p>{help('data_scope')}</p>
        <ScopeFields role={given} scope={scope} wrong={wrong} onChange={setScope} />
      </div>
    </DecisionDialog>
  )
}
