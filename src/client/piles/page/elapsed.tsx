import { useEffect, useState } from 'react'

const two = (figure: number) => String(figure).padStart(2, '0')

/** 00:14:22. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** The time since, second by second; stands still at `until`. */
export function Elapsed({ since, until }: { since: string; until: string | null }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  const end = until ? Date.parse(until) : now
  return <>{clockOf((end - Date.parse(since)) / 1000)}</>
}
