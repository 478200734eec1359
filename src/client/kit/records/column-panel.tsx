import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Checkbox, Input } from '../ui/input.tsx'
import { usePopover } from '../ui/popover.ts'
import type { Column } from './columns.ts'
import css from './toolbar.module.css'
import type { Columns } from './use-columns.ts'

interface Props {
  columns: Columns
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

const NARROWEST = 40
const WIDEST = 1000

function moved(columns: readonly Column[], from: number, by: -1 | 1): Column[] {
  const next = [...columns]
  const [column] = next.splice(from, 1)
  if (column) next.splice(from + by, 0, column)
  return next
}

/** Which columns show, in which order, how wide, and which stay in view. Kept on the server for this person. */
export function ColumnPanel({ columns, anchor, onClose }: Props) {
  const { t } = useTranslation('common')
  const box = useRef<HTMLDivElement>(null)
  usePopover(box, { open: true, anchor, align: 'end', onClose })
  const { all, arrange, reset } = columns
  const change = (key: string, change: Partial<Column>) =>
    void arrange(all.map((column) => (column.key === key ? { ...column, ...change } : column)))
  const onlyOne = all.filter(({ hidden }) => !hidden).length === 1

  function resize(column: Column, typed: string) {
    const width = Number.parseInt(typed, 10)
    const next = Number.isNaN(width) ? null : Math.min(WIDEST, Math.max(NARROWEST, width))
    if (next !== column.width) change(column.key, { width: next })
  }

  return (
    <div ref={box} popover="auto" className={css.panel} role="dialog" aria-label={t('columns.title')}>
      <div className={css.panelHead}>
        <b>{t('columns.title')}</b>
        <Button look="link" onClick={() => void reset()}>
          {t('columns.reset')}
        </Button>
      </div>
      <ol className={css.columns}>
        {all.map((column, at) => (
          <li key={column.key}>
            <span className="grow">
              <Checkbox
                label={column.label}
                aria-label={t('columns.show', { column: column.label })}
                checked={!column.hidden}
                disabled={!column.hidden && onlyOne}
                onChange={() => change(column.key, { hidden: !column.hidden })}
              />
            </span>
            <Input
              key={column.width}
              size="small"
              className={css.width}
              inputMode="numeric"
              aria-label={t('columns.width', { column: column.label })}
              placeholder={t('columns.auto')}
              defaultValue={column.width ?? ''}
              onBlur={(event) => resize(column, event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && resize(column, event.currentTarget.value)}
            />
            <Button
              look="quiet"
              size="small"
              icon="pinned"
              className={column.fixed ? css.active : undefined}
              aria-pressed={column.fixed}
              label={t('columns.pin', { column: column.label })}
              onClick={() => change(column.key, { fixed: !column.fixed })}
            />
            <Button
              look="quiet"
              size="small"
              icon="up"
              label={t('columns.up', { column: column.label })}
              disabled={at === 0}
              onClick={() => void arrange(moved(all, at, -1))}
            />
            <Button
              look="quiet"
              size="small"
              icon="down"
              label={t('columns.down', { column: column.label })}
              disabled={at === all.length - 1}
              onClick={() => void arrange(moved(all, at, 1))}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}
