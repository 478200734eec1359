import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { firmwareMatrix } from '../../shared/endpoints/firmware.ts'
import { useCall } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useHome } from '../kit/session/homes.ts'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './firmware.module.css'

interface CountProps {
  pileType: number | null
  version: string | null
  piles: number
}

/** So many piles, which are a press away; what they never said is no filter. */
function Count({ pileType, version, piles }: CountProps) {
  const { t } = useTranslation('firmware')
  const home = useHome('pile')
  const format = useFormat()
  const text = t('versions.piles', { count: piles, piles: format.number(piles) })
  if (!home || version === null) return <span>{text}</span>
  const filters = new URLSearchParams({
    firmware_version: version,
    ...(pileType && { pile_type_id: String(pileType) }),
  })
  return (
    <Link className={css.count} to={`${home}?${filters}`}>
      {text}
    </Link>
  )
}

/** Which piles run what, by type and version. */
export function VersionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('firmware')
  const query = useCall(firmwareMatrix, {}, { entities: ['pile', 'pile_type'] })
  return (
    <Dialog title={t('versions.title')} onClose={onClose}>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {(types) => (
          <div className={css.versions}>
            {types.length === 0 && <p>{t('versions.none')}</p>}
            {types.map(({ pile_type, versions }) => (
              <section key={pile_type?.id ?? 0}>
                <h3>{pile_type?.title ?? t('versions.no_type')}</h3>
                <ul>
                  {versions.map(({ firmware_version: version, piles }) => (
                    <li key={version ?? ''}>
                      <span>{version ?? t('versions.unknown')}</span>
                      <Count pileType={pile_type?.id ?? null} version={version} piles={piles} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
