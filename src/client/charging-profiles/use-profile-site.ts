import { profileSite } from '../../shared/endpoints/charging-profiles.ts'
import { useCall } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { isOwnClock, ownZone, zoneName } from '../kit/moments/zones.ts'

/** By whose clock a profile is drawn: its site's, and this device's while none is chosen. */
export function useProfileSite(site: unknown) {
  const site_id = Number(site) || 0
  const { data, isError } = useCall(profileSite, { site_id }, { entities: ['site'], enabled: site_id > 0 })
  const isKnown = site_id === 0 || data !== undefined || isError
  return {
    /** Null until it is known. */
    zone: isKnown ? (data?.time_zone ?? ownZone()) : null,
    isSites: data !== undefined,
    levels: data?.stack_levels ?? null,
  }
}

export type ProfileSite = ReturnType<typeof useProfileSite>

/** A moment whole, by a site's clock; the zone is named where it is another than this device's. */
export function useMomentAt(zone: string | null) {
  const format = useFormat()
  return (iso: string) =>
    zone === null || isOwnClock(zone)
      ? format.full(iso)
      : `${format.full(iso, zone)} ${zoneName(zone, Date.parse(iso))}`
}
