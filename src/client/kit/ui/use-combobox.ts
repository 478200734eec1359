import { type KeyboardEvent, useState } from 'react'
import type { SelectProps } from './select-props.ts'
import { type Option, useOptions } from './use-options.ts'

const STEP: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** What a combobox does with keys and letters, after the ARIA pattern: type to narrow, arrows move, Enter chooses, Esc closes. */
export function useCombobox<K extends string | number>(props: SelectProps<K>) {
  const { value, onChange, disabled } = props
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const { options, loading, error, retry } = useOptions(props, typed ?? '', open)

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
  function type(text: string) {
    setTyped(text)
    setActive(0)
    setOpen(true)
  }
  function step(by: 1 | -1) {
    if (open) setActive((active + by + options.length) % Math.max(1, options.length))
    else show()
  }
  function press(event: KeyboardEvent) {
    const by = STEP[event.key]
    if (!by && !(open && ['Enter', 'Escape'].includes(event.key))) return
    event.preventDefault()
    if (by) return step(by)
    // The dialog around it stays open.
    event.stopPropagation()
    const option = options[active]
    if (event.key === 'Escape') close()
    else if (option) choose(option)
  }
  return { open, typed, active, options, loading, error, retry, show, close, choose, type, press }
}
