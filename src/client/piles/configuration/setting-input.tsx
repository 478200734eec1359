import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { Input } from '../../kit/ui/input.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import css from './configuration.module.css'
import { isHidden, isNumeric, type SettingRow } from './setting-rows.ts'
import type { Changing } from './use-change.ts'
import { useSettingWords } from './use-setting-words.ts'

const FLAGS = ['true', 'false'] as const

/** A phone's keypad of figures has no minus: it is for a value that cannot be negative. A variable without a told limit may be. */
function keypadFor(row: SettingRow): 'numeric' | 'decimal' | 'text' {
  const { type, min } = row.known
  const mayBeNegative = min === null ? row.address !== null : min < 0
  if (!isNumeric(row) || mayBeNegative) return 'text'
  return type === 'int' ? 'numeric' : 'decimal'
}

/** A key's new value in place of the old one, by its type; Enter sends it, Esc leaves it. */
export function SettingInput({ row, changing }: { row: SettingRow; changing: Changing }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const told = useId()
  const wrong = changing.wrong(row)
  const { type, max, choices } = row.known
  const isNumber = isNumeric(row)
  const label = t('new_value', { key: row.key })
  const isChoice = type === 'option' && choices.length > 0
  return (
    <form
      className={css.edit}
      onSubmit={(event) => {
        event.preventDefault()
        changing.send(row)
      }}
      onKeyDown={(event) => event.key === 'Escape' && changing.cancel()}
    >
      {type === 'bool' ? (
        <Segments
          label={label}
          options={FLAGS.map((flag) => ({ key: flag, label: flag }))}
          value={FLAGS.find((flag) => flag === changing.value.toLowerCase()) ?? null}
          onChange={changing.type}
        />
      ) : isChoice ? (
        <Select
          label={label}
          invalid={wrong !== undefined}
          {...(wrong && { describedBy: told })}
          options={choices.map((choice) => ({ key: choice, label: choice }))}
          value={changing.value === '' ? null : { key: changing.value, label: changing.value }}
          onChange={(choice) => changing.type(choice?.key ?? '')}
        />
      ) : (
        <Input
          // What was pressed opened it, so that it is where one goes on.
          ref={(input) => {
            if (input && document.activeElement?.closest('form') !== input.form) input.focus()
          }}
          aria-label={label}
          aria-describedby={wrong ? told : undefined}
          invalid={wrong !== undefined}
          inputMode={keypadFor(row)}
          // What nobody may read afterwards is no suggestion to the next person either.
          autoComplete="off"
          {...(!isNumber && { maxLength: max })}
          value={changing.value}
          after={words.unit(row.known) ?? undefined}
          onChange={(event) => changing.type(event.target.value)}
        />
      )}
      <span className={css.buttons}>
        <Button look="primary" type="submit" busy={changing.busy}>
          {t('send')}
        </Button>
        <Button onClick={changing.cancel}>{t('cancel')}</Button>
        <small>{isHidden(row) ? t('hidden_after') : t('now', { value: words.value(row.known, row.value) })}</small>
      </span>
      {!isChoice && choices.length > 0 && <small>{t('of_these', { choices: choices.join(', ') })}</small>}
      {wrong && (
        <small id={told} className={css.wrong} role="alert">
          {wrong}
        </small>
      )}
    </form>
  )
}
