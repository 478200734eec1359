import { useCallback, useEffect, useRef, useState } from 'react'

interface Turning {
  count: number
  seconds: number
  /** Called whenever a page turns, or with one page would. */
  onTurn?: (() => void) | undefined
}

/** Which of so many pages shows. They turn by themselves unless they are held; a hidden tab rests. */
export function useTurning({ count, seconds, onTurn }: Turning) {
  const [turned, setTurned] = useState(0)
  const [held, setHeld] = useState(false)
  const told = useRef(onTurn)
  told.current = onTurn
  const turn = useCallback((by: number) => {
    told.current?.()
    setTurned((before) => before + by)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page stands for its time, however it came
  useEffect(() => {
    if (held) return
    const timer = setInterval(() => !document.hidden && turn(1), seconds * 1000)
    return () => clearInterval(timer)
  }, [held, seconds, turn, turned])
  const at = count > 0 ? ((turned % count) + count) % count : 0
  return { at, held, turn, hold: () => setHeld((before) => !before) }
}
