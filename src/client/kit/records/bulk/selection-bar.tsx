import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_AT_ONCE } from '../../../../shared/kit/call-bodies.ts'
import { MOST_ROWS } from '../../../../shared/kit/endpoint.ts'
import type { Entity } from '../../../../shared/kit/entity.ts'
import { doAndSay } from '../../api/do-and-say.ts'
import { listOf, type Query } from '../../api/records.ts'
import type { AnyRow } from '../../fields/cell.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { type Action, Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import css from './selection.module.css'
import type { Selection } from './use-selection.ts'

/** Every row that the list's filters find, as far as may be selected at once. */
async function everyRow(entity: Entity, query: Query, total: number): Promise<AnyRow[]> {
  const pages = Math.ceil(Math.min(total, MOST_AT_ONCE) / MOST_ROWS)
  const rows: AnyRow[] = []
  for (let page = 1; page <= pages; page++) {
    const found = await listOf(entity, { ...query, page_num: page, page_size: MOST_ROWS })
    rows.push(...(found.rows as unknown as AnyRow[]))
  }
  return rows
}

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
    const rows = await doAndSay(() => everyRow(entity, query, total))
    if (rows) selection.add(rows)
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
