import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExpectedFlaw } from '../../../shared/domain/configuration-drift.ts'
import { keyOf } from '../../../shared/domain/configuration-keys.ts'
import type { Expected } from '../../../shared/domain/expected.ts'
import { MOST_KEY } from '../../../shared/domain/setting-address.ts'
import type { Draft } from '../../kit/fields/draft.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Input } from '../../kit/ui/input.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import { useSettingWords } from '../configuration/use-setting-words.ts'
import css from './expected-input.module.css'
import { EMPTY_ROW, expectedOf, flawAt, offeredKeys, setKey, setRow, takesTolerance } from './expected-rows.ts'

interface Props {
  draft: Draft
  disabled: boolean
  onChange: (expected: unknown) => void
}

interface RowProps {
  row: Expected
  flaw: ExpectedFlaw | undefined
  disabled: boolean
  /** Of the keys that are offered. */
  listId: string
  onKey: (key: string) => void
  onChange: (change: Partial<Expected>) => void
}

const FLAGS = ['true', 'false'] as const

function ValueInput({ row, flaw, disabled, onChange }: RowProps) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const known = keyOf(row.key)
  const label = t('template.value_of', { key: row.key })
  if (known.type === 'bool')
    return (
      <Segments
        label={label}
        options={FLAGS.map((flag) => ({ key: flag, label: flag }))}
        value={FLAGS.find((flag) => flag === row.value.toLowerCase()) ?? null}
        onChange={(value) => onChange({ value })}
      />
    )
  return (
    <Input
      aria-label={label}
      placeholder={t('template.value')}
      invalid={flaw?.field === 'value'}
      inputMode={known.type === 'int' ? 'numeric' : 'text'}
      value={row.value}
      disabled={disabled}
      after={words.unit(known) ?? undefined}
      onChange={(event) => onChange({ value: event.target.value })}
    />
  )
}

/** What else is right: a span around a figure, other values. */
function Leeway({ row, flaw, disabled, onChange }: RowProps) {
  const { t } = useTranslation('configuration')
  const { also, key } = row
  return (
    <div className={css.leeway}>
      {takesTolerance(row) && (
        <Input
          className={css.tolerance ?? ''}
          aria-label={t('template.tolerance_of', { key })}
          before={<span aria-hidden="true">±</span>}
          placeholder="0"
          invalid={flaw?.field === 'tolerance'}
          inputMode="numeric"
          value={row.tolerance === null ? '' : String(row.tolerance)}
          disabled={disabled}
          onChange={(event) => {
            const typed = event.target.value.replace(/\D/g, '').slice(0, 9)
            onChange({ tolerance: typed === '' ? null : Number(typed) })
          }}
        />
      )}
      {also.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value is known by its place alone
        <span key={at} className={css.also}>
          <Input
            aria-label={t('template.also_of', { key, n: at + 1 })}
            before={<span>{t('template.or')}</span>}
            invalid={flaw?.field === 'also'}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange({ also: also.with(at, event.target.value) })}
          />
          {!disabled && (
            <Button
              look="quiet"
              icon="close"
              label={t('template.drop_also', { key, n: at + 1 })}
              onClick={() => onChange({ also: also.toSpliced(at, 1) })}
            />
          )}
        </span>
      ))}
      {!disabled && key !== '' && keyOf(key).type !== 'bool' && (
        <Button look="link" onClick={() => onChange({ also: [...also, ''] })}>
          {t('template.add_also')}
        </Button>
      )}
    </div>
  )
}

function Row(props: RowProps) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const { row, flaw, disabled, listId, onKey } = props
  return (
    <>
      <div className={css.key}>
        <Input
          aria-label={t('template.key')}
          placeholder={t('template.key')}
          list={listId}
          maxLength={MOST_KEY}
          invalid={flaw?.field === 'key'}
          value={row.key}
          disabled={disabled}
          onChange={(event) => onKey(event.target.value)}
        />
        {row.key && <small>{words.meaning(keyOf(row.key))}</small>}
      </div>
      <ValueInput {...props} />
      <Leeway {...props} />
      {flaw && (
        <small className={css.wrong} role="alert">
          {t(`flaws.${flaw.problem}`, { max: flaw.max, key: row.key })}
        </small>
      )}
    </>
  )
}

/** The keys of a template, each with its value and what else is right. */
export function ExpectedInput({ draft, disabled, onChange }: Props) {
  const { t } = useTranslation('configuration')
  const listId = useId()
  const expected = expectedOf(draft)
  return (
    <div className={css.rows}>
      <datalist id={listId}>
        {offeredKeys(expected).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {expected.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
        <fieldset key={at} className={css.row} aria-label={t('template.row', { n: at + 1 })}>
          <Row
            {...{ row, disabled, listId }}
            flaw={flawAt(expected, at)}
            onKey={(key) => onChange(setKey(expected, at, key))}
            onChange={(change) => onChange(setRow(expected, at, change))}
          />
          {!disabled && (
            <Button
              className={css.drop ?? ''}
              look="quiet"
              icon="trash"
              label={t('template.drop', { n: at + 1 })}
              onClick={() => onChange(expected.toSpliced(at, 1))}
            />
          )}
        </fieldset>
      ))}
      {!disabled && (
        <Button icon="plus" onClick={() => onChange([...expected, EMPTY_ROW])}>
          {t('template.add')}
        </Button>
      )}
    </div>
  )
}
