import { useEffect, useRef } from 'react'
import { Skeleton } from '../ui/states.tsx'
import { MomentInput } from './moment-input.tsx'
import { fromWall, toWall } from './wall.ts'
import { isOwnClock, zoneName } from './zones.ts'

interface Props {
  id: string
  invalid: boolean
  disabled: boolean
  describedBy: string | undefined
  /** Whose clock shows; null until it is known. */
  zone: string | null
  /** It is a site's, not this device's for want of one. */
  isSites: boolean
  value: unknown
  onChange: (value: unknown) => void
}

/** When a site is chosen after a moment was typed, its clock is to show what was typed. */
function useKeptWall({ zone, value, onChange }: Props) {
  const last = useRef<{ zone: string; value: unknown } | null>(null)
  useEffect(() => {
    if (zone === null) return
    const before = last.current
    last.current = { zone, value }
    // With another value it is another draft, which was by this clock already.
    if (!before || before.zone === zone || before.value !== value || typeof value !== 'string') return
    onChange(fromWall(toWall(value, before.zone), zone))
  })
}

/** A moment that is typed by the clock of a site, which is named where it is another than this device's. */
export function ZonedMomentInput(props: Props) {
  const { zone, isSites, value, onChange, id, invalid, disabled, describedBy } = props
  useKeptWall(props)
  if (zone === null) return <Skeleton height={40} />
  return (
    <>
      <MomentInput
        {...{ id, invalid, disabled, describedBy, zone }}
        precision="minute"
        value={toWall(String(value ?? ''), zone)}
        onChange={(text) => onChange(fromWall(text, zone) || null)}
      />
      {(!isSites || !isOwnClock(zone)) && <small>{zoneName(zone, Date.parse(String(value)) || Date.now())}</small>}
    </>
  )
}
