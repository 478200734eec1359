import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHECK_KINDS, type CheckItem, canBeWrong } from '../../../shared/domain/inspection.ts'
import type { Draft } from '../../kit/fields/draft.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Checkbox, Input } from '../../kit/ui/input.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { EMPTY_ITEM, itemsOf, moveUp, setItem } from './item-rows.ts'
import css from './items-input.module.css'

interface Props {
  draft: Draft
  disabled: boolean
  onChange: (items: unknown) => void
}

interface RowProps {
  item: CheckItem
  n: number
  disabled: boolean
  onChange: (change: Partial<CheckItem>) => void
}

interface BoundProps {
  label: string
  value: number | null
  disabled: boolean
  onChange: (value: number | null) => void
}

/** What is no figure yet stays as it was typed: a minus, or a point at the end. */
function Bound({ label, value, disabled, onChange }: BoundProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(text)
    const figure = Number(text.replace(',', '.'))
    if (text.trim() === '') onChange(null)
    else if (Number.isFinite(figure)) onChange(figure)
  }
  return (
    <Input
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      value={typed ?? (value === null ? '' : String(value))}
      disabled={disabled}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}

function Row({ item, n, disabled, onChange }: RowProps) {
  const { t } = useTranslation('inspections')
  const kinds = CHECK_KINDS.map((key) => ({ key, label: t(`kinds.${key}`) }))
  return (
    <>
      <Input
        aria-label={t('words')}
        placeholder={t('words')}
        maxLength={200}
        value={item.words}
        disabled={disabled}
        before={<span className={css.number}>{n}</span>}
        onChange={(event) => onChange({ words: event.target.value })}
      />
      <Select
        label={t('kind')}
        options={kinds}
        value={kinds.find(({ key }) => key === item.kind) ?? null}
        disabled={disabled}
        onChange={(one) => one && onChange({ kind: one.key })}
      />
      {item.kind === 'figure' && (
        <div className={css.figure}>
          <Bound label={t('least')} value={item.least} disabled={disabled} onChange={(least) => onChange({ least })} />
          <Bound label={t('most')} value={item.most} disabled={disabled} onChange={(most) => onChange({ most })} />
          <Input
            aria-label={t('unit')}
            placeholder={t('unit')}
            maxLength={12}
            value={item.unit ?? ''}
            disabled={disabled}
            onChange={(event) => onChange({ unit: event.target.value || null })}
          />
        </div>
      )}
      <div className={css.flags}>
        <Checkbox
          label={t('needed')}
          checked={item.needed}
          disabled={disabled}
          onChange={(event) => onChange({ needed: event.target.checked })}
        />
        <Checkbox
          label={t('photo')}
          checked={item.photo}
          disabled={disabled}
          onChange={(event) => onChange({ photo: event.target.checked })}
        />
        {canBeWrong(item.kind) && (
          <Checkbox
            label={t('alarm')}
            checked={item.alarm}
            disabled={disabled}
            onChange={(event) => onChange({ alarm: event.target.checked })}
          />
        )}
      </div>
    </>
  )
}

/** The items of a check list, in their order. */
export function ItemsInput({ draft, disabled, onChange }: Props) {
  const { t } = useTranslation('inspections')
  const items = itemsOf(draft)
  return (
    <div className={css.rows}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place alone
        <fieldset key={at} className={css.row} aria-label={t('item', { n: at + 1 })}>
          <Row {...{ item, disabled }} n={at + 1} onChange={(change) => onChange(setItem(items, at, change))} />
          {!disabled && (
            <div className={css.doings}>
              {at > 0 && (
                <Button
                  look="quiet"
                  icon="up"
                  label={t('up', { n: at + 1 })}
                  onClick={() => onChange(moveUp(items, at))}
                />
              )}
              <Button
                look="quiet"
                icon="trash"
                label={t('drop', { n: at + 1 })}
                onClick={() => onChange(items.toSpliced(at, 1))}
              />
            </div>
          )}
        </fieldset>
      ))}
      {!disabled && (
        <Button icon="plus" onClick={() => onChange([...items, EMPTY_ITEM])}>
          {t('add')}
        </Button>
      )}
    </div>
  )
}
