import { type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '../../../../shared/kit/columns.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { usePopover } from '../../ui/popover.ts'
import css from '../toolbar.module.css'
import { type Column, movedBefore, WIDTHS, withColumn } from './columns.ts'
import type { Columns } from './use-columns.ts'

interface Props {
  columns: Columns
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

interface ItemProps {
  columns: Pick<Columns, 'all' | 'arrange'>
  column: Column
  at: number
}

function Width({ columns: { all, arrange }, column }: Pick<ItemProps, 'columns' | 'column'>) {
  const { t } = useTranslation('common')
  function resize(typed: string) {
    const width = Number.parseInt(typed, 10)
    const next = Number.isNaN(width) ? null : Math.min(WIDTHS.most, Math.max(WIDTHS.least, width))
    if (next !== column.width) void arrange(withColumn(all, column.key, { width: next }))
  }
  return (
    <Input
      key={column.width}
      size="small"
      className={css.width}
      inputMode="numeric"
      aria-label={t('columns.width', { column: column.label })}
      placeholder={t('columns.auto')}
      defaultValue={column.width ?? ''}
      onBlur={(event) => resize(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && resize(event.currentTarget.value)}
    />
  )
}

/** At which side a column stays in view. */
function Pin({ columns: { all, arrange }, column }: Pick<ItemProps, 'columns' | 'column'>) {
  const { t } = useTranslation('common')
  const item = (side: Side | null) => ({
    key: String(side),
    label: t(`columns.pin_${side ?? 'none'}`),
    checked: column.fixed === side,
    onPress: () => void arrange(withColumn(all, column.key, { fixed: side })),
  })
  return (
    <MenuButton
      look="quiet"
      size="small"
      icon="pinned"
      {...(column.fixed && css.active && { className: css.active })}
      label={t('columns.pin', { column: column.label })}
      items={[item(null), item('left'), item('right')]}
    />
  )
}

/** The row is dragged onto another to stand before it. */
function useDragging({ all, arrange }: ItemProps['columns'], key: string) {
  const [over, setOver] = useState(false)
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('text/x-column')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        void arrange(movedBefore(all, event.dataTransfer.getData('text/x-column'), key))
      },
    },
  }
}

const STEP: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 }

function Item({ columns, column, at }: ItemProps) {
  const { t } = useTranslation('common')
  const { all, arrange } = columns
  const drag = useDragging(columns, column.key)
  const onlyOne = all.filter(({ hidden }) => !hidden).length === 1
  function move(by: 1 | -1) {
    const next = all[at + (by > 0 ? 2 : -1)]
    if (at + by >= 0 && at + by < all.length) void arrange(movedBefore(all, column.key, next?.key ?? null))
  }
  function press(event: KeyboardEvent) {
    const by = STEP[event.key]
    if (!by) return
    event.preventDefault()
    move(by)
  }
  return (
    <li className={drag.over ? css.over : undefined} {...drag.handlers}>
      <button
        type="button"
        className={css.grip}
        draggable
        aria-label={t('columns.move', { column: column.label })}
        title={t('columns.move', { column: column.label })}
        onDragStart={(event) => event.dataTransfer.setData('text/x-column', column.key)}
        onKeyDown={press}
      >
        <Icon name="sort" size={14} />
      </button>
      <span className="grow">
        <Checkbox
          label={column.label}
          aria-label={t('columns.show', { column: column.label })}
          checked={!column.hidden}
          disabled={!column.hidden && onlyOne}
          onChange={() => void arrange(withColumn(all, column.key, { hidden: !column.hidden }))}
        />
      </span>
      <Width columns={columns} column={column} />
      <Pin columns={columns} column={column} />
    </li>
  )
}

/** Every column, to be dragged, shown or not, made as wide as wanted and pinned. */
export const ColumnItems = ({ columns }: { columns: Pick<Columns, 'all' | 'arrange'> }) => (
  <ol className={css.columns}>
    {columns.all.map((column, at) => (
      <Item key={column.key} columns={columns} column={column} at={at} />
    ))}
  </ol>
)

/** Which columns show, in which order, how wide, and which stay in view. Kept on the server for this person. */
export function ColumnPanel({ columns, anchor, onClose }: Props) {
  const { t } = useTranslation('common')
  const box = useRef<HTMLDivElement>(null)
  usePopover(box, { open: true, anchor, align: 'end', onClose })
  return (
    <div ref={box} popover="auto" className={css.panel} role="dialog" aria-label={t('columns.title')}>
      <div className={css.panelHead}>
        <b>{t('columns.title')}</b>
        <Button look="link" onClick={() => void columns.reset()}>
          {t('columns.reset')}
        </Button>
      </div>
      <ColumnItems columns={columns} />
    </div>
  )
}
