import type { Draft } from '../kit/fields/draft.ts'
import type { FieldInputProps } from '../kit/fields/field-input-props.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { ZonedMomentInput } from '../kit/moments/zoned-moment-input.tsx'
import { useMomentAt, useProfileSite } from './use-profile-site.ts'

type Props = FieldInputProps & { draft: Draft }

/** A moment that is typed by the clock of the profile's site. */
export function SiteMomentInput({ draft, ...props }: Props) {
  const { zone, isSites } = useProfileSite(draft.site_id)
  return <ZonedMomentInput {...props} zone={zone} isSites={isSites} />
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
