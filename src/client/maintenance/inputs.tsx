import { useTranslation } from 'react-i18next'
import { maintenance } from '../../shared/entities/maintenance.ts'
import { type Site, site } from '../../shared/entities/site.ts'
import { ReferencesInput } from '../kit/fields/reference-input.tsx'
import { useRecords } from '../kit/fields/use-records.ts'
import type { Inputs, OwnInputProps } from '../kit/forms/form-fields.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { ZonedMomentInput } from '../kit/moments/zoned-moment-input.tsx'
import { ownZone } from '../kit/moments/zones.ts'

/** By whose clock work is planned: its site's, and this device's while none is chosen. */
function useSiteZone(chosen: unknown) {
  const id = Number(chosen) || 0
  const query = useRecords(site, { id: [id], page_num: 1, page_size: 1 }, {}, id > 0)
  const [found] = (query.data?.rows ?? []) as unknown as Site[]
  const isKnown = id === 0 || query.data !== undefined || query.isError
  return { zone: isKnown ? (found?.time_zone ?? ownZone()) : null, isSites: found !== undefined }
}

function SiteMoment({ draft, ...props }: OwnInputProps) {
  return <ZonedMomentInput {...props} {...useSiteZone(draft.site_id)} />
}

/** Those of the chosen site; none of another one stays when it is changed. */
function PilesOfSite({ draft, ...props }: OwnInputProps) {
  const { t } = useTranslation('maintenance')
  const label = useWords(maintenance).label('pile_ids')
  if (!draft.site_id) return <small>{t('site_first')}</small>
  return (
    <ReferencesInput
      {...props}
      field={maintenance.fields.pile_ids}
      label={label}
      where={{ site_id: [Number(draft.site_id)] }}
    />
  )
}

export const inputs: Inputs = { starts_at: SiteMoment, ends_at: SiteMoment, pile_ids: PilesOfSite }
