import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import { usePopover } from './popover.ts'
import css from './select.module.css'
import type { SelectProps } from './select-props.ts'
import { type Option, useOptions } from './use-options.ts'

interface ListProps<K extends string | number> {
  id: string
  label: string
  anchor: React.RefObject<HTMLElement | null>
  options: readonly Option<K>[]
  loading: boolean
  active: number
  chosen: K | null
  onChoose: (option: Option<K>) => void
  onClose: () => void
}

function Choices<K extends string | number>({
  id,
  label,
  anchor,
  options,
  loading,
  active,
  chosen,
  onChoose,
  onClose,
}: ListProps<K>) {
  const { t } = useTranslation('common')
  const box = useRef<HTMLDivElement>(null)
  usePopover(box, { open: true, anchor, onClose })
  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      className={css.list}
      role="listbox"
      aria-label={label}
      style={{ minWidth: anchor.current?.offsetWidth }}
    >
      {options.map((option, at) => (
        // Keys are pressed in the input; the focus never leaves it.
        <div
          key={option.key}
          id={`${id}-${at}`}
          role="option"
          aria-selected={option.key === chosen}
          tabIndex={-1}
          className={[css.option, at === active && css.active].filter(Boolean).join(' ')}
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(option)
          }}
        >
          <span className="grow">{option.label}</span>
          {option.key === chosen && <Icon name="check" size={16} />}
        </div>
      ))}
      {options.length === 0 && <div className={css.none}>{t(loading ? 'loading' : 'form.nothing_found')}</div>}
    </div>
  )
}

/** A combobox after the ARIA pattern: type to narrow, arrows move, Enter chooses, Esc closes. */
export function WideSelect<K extends string | number>(props: SelectProps<K>) {
  const { id, label, value, onChange, placeholder, clearable, invalid, disabled, describedBy } = props
  const { t } = useTranslation('common')
  const list = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const { options, loading } = useOptions(props, typed ?? '', open)

  function show() {
    if (disabled || open) return
    setOpen(true)
    setActive(value && 'options' in props ? props.options.findIndex(({ key }) => key === value.key) : 0)
  }
  function close() {
    setOpen(false)
    setTyped(null)
  }
  function choose(option: Option<K> | null) {
    onChange(option)
    close()
  }
  function press(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) {
      event.preventDefault()
      if (!open) return show()
      setActive((active + by + options.length) % Math.max(1, options.length))
    }
    if (!open) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[active]
      if (option) choose(option)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <div ref={anchor} className={css.select}>
      <Input
        id={id}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && active >= 0 && options[active] ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        aria-describedby={describedBy}
        autoComplete="off"
        invalid={invalid ?? false}
        disabled={disabled}
        value={typed ?? value?.label ?? ''}
        placeholder={value?.label ?? placeholder ?? t('form.choose')}
        onClick={show}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onKeyDown={press}
        onBlur={close}
        after={
          clearable && value && !disabled ? (
            <button
              type="button"
              className={css.clear}
              tabIndex={-1}
              aria-label={t('action.clear')}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(null)}
            >
              <Icon name="close" size={14} />
            </button>
          ) : (
            <Icon name="down" size={14} />
          )
        }
      />
      {open && (
        <Choices
          id={list}
          label={label}
          anchor={anchor}
          options={options}
          loading={loading}
          active={active}
          chosen={value?.key ?? null}
          onChoose={choose}
          onClose={close}
        />
      )}
    </div>
  )
}
