import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRightTitle } from '../kit/i18n/menu-title.ts'
import { useSampleWords } from '../kit/i18n/sample-words.ts'
import { flatten } from '../kit/tree/branches.ts'
import { Card } from '../kit/ui/card.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { codesOf, type Entry, gives, useEntries } from './entries.ts'
import type { ListedRole } from './listed-role.ts'
import { PermissionTree } from './permission-tree.tsx'
import css from './roles.module.css'
import { type Scope, ScopeFields, scopeOf } from './scope-fields.tsx'
import { useRoleChange } from './use-role-change.ts'

/** What a role is given and what is taken from it by saving. */
function changesIn(entries: readonly Entry[], before: readonly number[], after: readonly number[]) {
  const only = (ids: readonly number[], others: readonly number[]) =>
    flatten(entries).filter((entry) => gives(entry) && ids.includes(entry.id) && !others.includes(entry.id))
  return { added: only(after, before), removed: only(before, after) }
}

interface ChangeProps {
  entries: readonly Entry[]
  added: boolean
}

function Changed({ entries, added }: ChangeProps) {
  const { t } = useTranslation('people')
  const titled = useRightTitle()
  return entries.map((entry) => (
    <li key={entry.id} className={added ? css.added : css.removed}>
      <b role="img" aria-label={t(added ? 'permissions.new' : 'permissions.gone')}>
        {added ? '+' : '−'}
      </b>
      <span className="grow">{titled(entry.meta)}</span>
      <code>{codesOf(entry)[0]}</code>
    </li>
  ))
}

function Difference({ role, added, removed }: { role: ListedRole } & ReturnType<typeof changesIn>) {
  const { t } = useTranslation('people')
  const figures = (
    <span className={css.figures}>
      <span className={css.plus}>+{added.length}</span> <span className={css.minus}>−{removed.length}</span>
    </span>
  )
  return (
    <Card title={t('permissions.difference')} aside={figures}>
      {added.length + removed.length > 0 ? (
        <ul className={css.changes}>
          <Changed entries={added} added />
          <Changed entries={removed} added={false} />
        </ul>
      ) : (
        <p className={css.quiet}>{t('permissions.same')}</p>
      )}
      {role.users > 0 && <p className={css.quiet}>{t('permissions.at_once', { count: role.users })}</p>}
    </Card>
  )
}

/** What a role's people may do and for which records, set as a whole: it holds from the moment that it is saved. */
export function PermissionDialog({ role: given, onClose }: { role: ListedRole; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const [menuIds, setMenuIds] = useState<number[]>(given.menu_ids)
  const [scope, setScope] = useState<Scope>(scopeOf(given))
  const { data: entries = [] } = useEntries()
  const samples = useSampleWords()
  const { save, busy, failure } = useRoleChange(given, onClose)
  const changes = changesIn(entries, given.menu_ids, menuIds)
  const count = changes.added.length + changes.removed.length
  const reaches = JSON.stringify(scope) !== JSON.stringify(scopeOf(given))
  const wrong = failure?.fields ?? {}
  const { menu_ids: wrongMenu, ...wrongScope } = wrong
  const atField = Object.keys(wrongScope).length > 0
  return (
    <DecisionDialog
      large
      broad
      title={t('permissions.title', { role: samples.name(given.name) })}
      action={count > 0 ? t('permissions.save', { count }) : t('common:action.save')}
      busy={busy}
      error={failure && !atField ? (wrongMenu ?? failure.message) : null}
      onDecide={() => save({ menu_ids: menuIds, ...(reaches && scope) })}
      onClose={onClose}
    >
      <div className={css.columns}>
        <div className={css.stack}>
          {given.direct_permissions.length > 0 && (
            <Banner tone="charging" icon="info">
              {given.direct_permissions.includes('*')
                ? t('permissions.everything')
                : t('permissions.beyond', { codes: given.direct_permissions.join(', ') })}
            </Banner>
          )}
          <PermissionTree
            label={t('permissions.label')}
            value={menuIds}
            before={given.menu_ids}
            onChange={setMenuIds}
          />
        </div>
        <div className={css.stack}>
          <Difference role={given} {...changes} />
          <Card title={t('permissions.reach')}>
            <ScopeFields role={given} scope={scope} wrong={wrongScope} onChange={setScope} />
          </Card>
        </div>
      </div>
    </DecisionDialog>
  )
}
