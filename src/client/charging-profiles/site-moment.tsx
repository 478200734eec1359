import { useEffect, useRef } from 'react'
import type { Draft } from '../kit/fields/draft.ts'
import type { FieldInputProps } from '../kit/fields/field-input-props.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { MomentInput } from '../kit/moments/moment-input.tsx'
import { isOwnClock, zoneName } from '../kit/moments/zones.ts'
import { Skeleton } from '../kit/ui/states.tsx'
import { fromWall, toWall } from './schedule-clock.ts'
import { useMomentAt, useProfileSite } from './use-profile-site.ts'

type Props = FieldInputProps & { draft: Draft }

/** When a site is chosen after a moment was typed, its clock is to show what was typed. */
function useKeptWall(zone: string | null, value: unknown, onChange: Props['onChange']) {
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

/** A moment that is typed by the clock of the profile's site. */
export function SiteMomentInput({ draft, value, onChange, ...props }: Props) {
  const { zone, isSites } = useProfileSite(draft.site_id)
  useKeptWall(zone, value, onChange)
  if (zone === null) return <Skeleton height={40} />
  const { id, invalid, disabled, describedBy } = props
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

/** A moment of a site, whole. */
export function SiteMoment({ at, site }: { at: unknown; site: unknown }) {
  const { zone } = useProfileSite(site)
  const whole = useMomentAt(zone)
  return typeof at === 'string' ? <time dateTime={at}>{whole(at)}</time> : EMPTY
}

/** How long ago, with the moment by a site's clock in its title. */
export function SiteAgo({ at, zone }: { at: string; zone: string | null }) {
  const format = useFormat()
  const whole = useMomentAt(zone)
  const now = useNow()
  return (
    <time dateTime={at} title={whole(at)}>
      {format.ago(at, now)}
    </time>
  )
}
