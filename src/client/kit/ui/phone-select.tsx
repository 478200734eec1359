import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'
import inputCss from './input.module.css'
import { SearchInput } from './search-input.tsx'
import css from './select.module.css'
import type { SelectProps } from './select-props.ts'
import { Sheet } from './sheet.tsx'
import { ErrorBox } from './states.tsx'
import { type Option, useOptions } from './use-options.ts'

/** Below this many there is nothing to search for. */
const FEW = 8

type Props = SelectProps<string | number>

/** What is chosen; pressing it opens the sheet. */
function Chosen({
  id,
  label,
  value,
  placeholder,
  invalid,
  disabled,
  describedBy,
  onPress,
}: Props & { onPress: () => void }) {
  const { t } = useTranslation('common')
  const text = value?.label ?? placeholder ?? t('form.choose')
  return (
    <button
      id={id}
      type="button"
      className={[inputCss.box, css.phone, invalid && inputCss.invalid].filter(Boolean).join(' ')}
      aria-haspopup="dialog"
      aria-label={`${label}: ${text}`}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={onPress}
    >
      <span className={[css.value, !value && css.hint].filter(Boolean).join(' ')}>{text}</span>
      <Icon name="right" size={16} />
    </button>
  )
}

function Search({ keyword, onChange }: { keyword: string; onChange: (keyword: string) => void }) {
  const { t } = useTranslation('common')
  return (
    <div className={css.search}>
      <SearchInput label={t('action.search')} value={keyword} onChange={onChange} />
    </div>
  )
}

interface RowsProps extends Pick<Props, 'label' | 'value' | 'clearable'> {
  options: readonly Option[]
  choose: (option: Option | null) => void
}

function Rows({ label, value, clearable, options, choose }: RowsProps) {
  const { t } = useTranslation('common')
  return (
    <div role="listbox" aria-label={label}>
      {clearable && value && (
        <button type="button" role="option" aria-selected={false} className={css.row} onClick={() => choose(null)}>
          {t('none')}
        </button>
      )}
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          role="option"
          aria-selected={option.key === value?.key}
          className={css.row}
          onClick={() => choose(option)}
        >
          <span className="grow">
            {option.label} {option.note && <small className={css.note}>{option.note}</small>}
          </span>
          {option.key === value?.key && <Icon name="check" size={18} />}
        </button>
      ))}
    </div>
  )
}

/** A row that opens a sheet with the options. */
export function PhoneSelect(props: Props) {
  const { label, onChange } = props
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(props.opensAtOnce ?? false)
  const [keyword, setKeyword] = useState('')
  const { options, loading, error, retry } = useOptions(props, keyword, open)
  const searched = 'load' in props || props.options.length > FEW
  const choose = (option: Option | null) => {
    setOpen(false)
    setKeyword('')
    onChange(option)
  }
  return (
    <>
      <Chosen {...props} onPress={() => setOpen(true)} />
      <Sheet title={label} open={open} onClose={() => setOpen(false)} flush>
        {searched && <Search keyword={keyword} onChange={setKeyword} />}
        <Rows label={label} value={props.value} clearable={props.clearable} options={options} choose={choose} />
        {error !== null && <ErrorBox error={error} onRetry={retry} />}
        {options.length === 0 && error === null && (
          <div className={css.search}>{t(loading ? 'loading' : 'form.nothing_found')}</div>
        )}
      </Sheet>
    </>
  )
}
