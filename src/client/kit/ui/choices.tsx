import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'
import { usePopover } from './popover.ts'
import css from './select.module.css'
import { ErrorLine } from './states.tsx'
import type { Option } from './use-options.ts'

interface Props<K extends string | number> {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  options: readonly Option<K>[]
  loading: boolean
  /** Why there are none to choose from, and how they are asked for again. */
  error: unknown
  retry: () => void
  active: number
  chosen: K | null
  onChoose: (option: Option<K>) => void
  onClose: () => void
}

/** The options under a combobox. Keys are pressed in its input, which never loses the focus. */
export function Choices<K extends string | number>({
  id,
  label,
  anchor,
  options,
  loading,
  error,
  retry,
  active,
  chosen,
  onChoose,
  onClose,
}: Props<K>) {
  const { t } = useTranslation('common')
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  usePopover(box, { open: true, anchor, onClose })
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <div ref={box} popover="manual" className={css.list} style={{ minWidth: anchor.current?.offsetWidth }}>
      {(options.length > 0 || error === null) && (
        <div ref={list} id={id} role="listbox" aria-label={label}>
          {options.map((option, at) => (
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
              <span className="grow">
                {option.label} {option.note && <small className={css.note}>{option.note}</small>}
              </span>
              {option.key === chosen && <Icon name="check" size={16} />}
            </div>
          ))}
          {options.length === 0 && <div className={css.none}>{t(loading ? 'loading' : 'form.nothing_found')}</div>}
        </div>
      )}
      {error !== null && <ErrorLine error={error} onRetry={retry} />}
    </div>
  )
}
