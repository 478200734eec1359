import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { firmwareMatrix } from '../../shared/endpoints/firmware.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useHome } from '../kit/session/homes.ts'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { byAge, COLUMNS } from './version-columns.ts'
import css from './versions.module.css'

type Type = Data<typeof firmwareMatrix>[number]

interface CountProps {
  pileType: number | null
  version: string
  piles: number
}

/** So many piles of a type run this version; they are a press away. */
function Count({ pileType, version, piles }: CountProps) {
  const { t } = useTranslation('firmware')
  const home = useHome('pile')
  const format = useFormat()
  const figure = format.number(piles)
  const shown = (
    <>
      <b>{figure}</b>
      <small>{version}</small>
    </>
  )
  if (!home) return <span className={css.count}>{shown}</span>
  const filters = new URLSearchParams({
    firmware_version: version,
    ...(pileType && { pile_type_id: String(pileType) }),
  })
  const words = `${version}: ${t('versions.piles', { count: piles, piles: figure })}`
  return (
    <Link className={css.count} to={`${home}?${filters}`} aria-label={words}>
      {shown}
    </Link>
  )
}

function TypeRow({ type: { pile_type, versions } }: { type: Type }) {
  const { t } = useTranslation('firmware')
  const format = useFormat()
  const { unknown, ...columns } = byAge(versions)
  const all = versions.reduce((sum, { piles }) => sum + piles, 0)
  return (
    <tr>
      <th scope="row">{pile_type?.title ?? t('versions.no_type')}</th>
      {COLUMNS.map((column) => (
        <td key={column} data-column={column}>
          {columns[column].map(({ firmware_version: version, piles }) => (
            <Count key={version} pileType={pile_type?.id ?? null} version={version ?? ''} piles={piles} />
          ))}
          {column === 'older' && unknown > 0 && (
            <span className={css.count}>
              <b>{format.number(unknown)}</b>
              <small>{t('versions.unknown')}</small>
            </span>
          )}
          {columns[column].length === 0 && !(column === 'older' && unknown > 0) && EMPTY}
        </td>
      ))}
      <td className={css.all}>{format.number(all)}</td>
    </tr>
  )
}

/** Which piles run what, by type and version. */
export function VersionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('firmware')
  const query = useCall(firmwareMatrix, {}, { entities: ['pile', 'pile_type'] })
  return (
    <Dialog title={t('versions.title')} onClose={onClose}>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {(types) =>
          types.length === 0 ? (
            <p>{t('versions.none')}</p>
          ) : (
            <table className={css.matrix}>
              <thead>
                <tr>
                  <th scope="col">{t('versions.type')}</th>
                  {COLUMNS.map((column) => (
                    <th scope="col" key={column}>
                      {t(`versions.${column}`)}
                    </th>
                  ))}
                  <th scope="col" className={css.all}>
                    {t('piles')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {types.map((type) => (
                  <TypeRow key={type.pile_type?.id ?? 0} type={type} />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Dialog>
  )
}
