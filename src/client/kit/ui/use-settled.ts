import { useEffect, useRef, useState } from 'react'

const WAIT_MS = 250

/**
 * What is typed shows at once and counts a moment after the last key. A value that comes from elsewhere (a chip taken
 * away, a link) replaces what was typed.
 */
export function useSettled(value: string, onSettle: (text: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const settled = useRef(value)
  const settling = useRef(onSettle)
  settling.current = onSettle
  useEffect(() => {
    if (value === settled.current) return
    clearTimeout(timer.current)
    settled.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  function settle(text: string) {
    clearTimeout(timer.current)
    settled.current = text.trim()
    settling.current(settled.current)
  }
  function type(text: string, wait = WAIT_MS) {
    setTyped(text)
    clearTimeout(timer.current)
    if (wait === 0) settle(text)
    else timer.current = setTimeout(() => settle(text), wait)
  }
  return { typed, type, settle: () => settle(typed) }
}
