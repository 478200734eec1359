import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_AT_ONCE } from '../../../../shared/kit/call-bodies.ts'
import type { Entity } from '../../../../shared/kit/entity.ts'
import { doAndSay } from '../../api/do-and-say.ts'
import { everyRow, type Query } from '../../api/records.ts'
import type { AnyRow } from '../../fields/cell.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { type Action, Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import css from './selection.module.css'
import type { Selection } from './use-selection.ts'

interface Props {
  entity: Entity
  selection: Selection
  /** How many the list finds. */
  total: number
  query: Query
  actions: readonly Action[]
}

/** How many are selected, and what can be done with all of them. */
export function SelectionBar({ entity, selection, total, query, actions }: Props) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const n = selection.rows.length
  async function selectAll() {
    setBusy(true)
    const rows = await doAndSay(() => everyRow(entity, query, { most: MOST_AT_ONCE }))
    if (rows) selection.add(rows as unknown as AnyRow[])
    setBusy(false)
  }
  const reachable = Math.min(total, MOST_AT_ONCE)
  return (
    <section className={css.bar} aria-label={t('selection.title')}>
      <Button look="quiet" size="small" icon="close" label={t('selection.clear')} onClick={selection.clear} />
      <b role="status">{t('selection.count', { count: n, n: format.number(n) })}</b>
      {n < reachable && (
        <Button look="link" busy={busy} onClick={() => void selectAll()}>
          {t(total > MOST_AT_ONCE ? 'selection.first' : 'selection.all', { n: format.number(reachable) })}
        </Button>
      )}
      {selection.full && <small>{t('selection.most', { n: format.number(MOST_AT_ONCE) })}</small>}
      <span className="grow" />
      <Actions actions={actions} inline />
    </section>
  )
}
