import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SelectProps } from './select-props.ts'
import { type Option, useOptions } from './use-options.ts'

const STEP: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Enter chooses what was typed, also before the options for it are there: it then waits for them, and so does leaving the
 * field after it. `choose` says whether there was anything to choose.
 */
function useWaitingChoice(settled: boolean, choose: () => boolean, close: () => void) {
  const [waits, setWaits] = useState(false)
  const left = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the options are there
  useEffect(() => {
    if (!waits || !settled) return
    setWaits(false)
    if (!choose() && left.current) close()
  }, [waits, settled])
  return {
    ask() {
      left.current = false
      setWaits(true)
    },
    drop: () => setWaits(false),
    leave() {
      left.current = true
      if (!waits) close()
    },
  }
}

/** What a combobox does with keys and letters, after the ARIA pattern: type to narrow, arrows move, Enter chooses, Esc closes. */
export function useCombobox<K extends string | number>(props: SelectProps<K>) {
  const { value, onChange, disabled } = props
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const { options, settled, loading, error, retry } = useOptions(props, typed ?? '', open)
  const waiting = useWaitingChoice(
    settled,
    () => {
      const option = options[active]
      if (option) choose(option)
      return option !== undefined
    },
    close,
  )

  function show() {
    if (disabled || open) return
    setOpen(true)
    setActive(value && 'options' in props ? props.options.findIndex(({ key }) => key === value.key) : 0)
  }
  function close() {
    waiting.drop()
    setOpen(false)
    setTyped(null)
  }
  function choose(option: Option<K> | null) {
    onChange(option)
    close()
  }
  function type(text: string) {
    waiting.drop()
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
    if (event.key === 'Escape') close()
    else waiting.ask()
  }
  return { open, typed, active, options, loading, error, retry, show, close, leave: waiting.leave, choose, type, press }
}
