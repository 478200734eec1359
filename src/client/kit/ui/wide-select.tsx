import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Choices } from './choices.tsx'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import css from './select.module.css'
import type { SelectProps } from './select-props.ts'
import { useCombobox } from './use-combobox.ts'

function Clear({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('common')
  return (
    <button
      type="button"
      className={css.clear}
      tabIndex={-1}
      aria-label={t('action.clear')}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon name="close" size={14} />
    </button>
  )
}

/** A combobox with its list below, for a mouse and a keyboard. */
export function WideSelect<K extends string | number>(props: SelectProps<K>) {
  const { id, label, value, placeholder, clearable, invalid, disabled, describedBy } = props
  const { t } = useTranslation('common')
  const list = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const { open, typed, active, options, show, close, leave, choose, type, press, ...asking } = useCombobox(props)
  return (
    <div ref={anchor} className={css.select}>
      <Input
        id={id}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && options[active] ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        aria-describedby={describedBy}
        autoComplete="off"
        invalid={invalid ?? false}
        disabled={disabled}
        value={typed ?? value?.label ?? ''}
        placeholder={value?.label ?? placeholder ?? t('form.choose')}
        onClick={show}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={leave}
        after={
          clearable && value && !disabled ? <Clear onPress={() => choose(null)} /> : <Icon name="down" size={14} />
        }
      />
      {open && (
        <Choices
          id={list}
          label={label}
          anchor={anchor}
          options={options}
          {...asking}
          active={active}
          chosen={value?.key ?? null}
          onChoose={choose}
          onClose={close}
        />
      )}
    </div>
  )
}
