import { useEffect, useState } from 'react'

/** Seconds that go down to nothing, by the clock: a page that slept counts right. */
export function useCountdown() {
  const [ends, setEnds] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const running = ends > now
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [running])
  function start(seconds: number) {
    setNow(Date.now())
    setEnds(Date.now() + seconds * 1000)
  }
  return { left: running ? Math.ceil((ends - now) / 1000) : 0, start }
}

/** 1:05 for 65 seconds. */
export const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
