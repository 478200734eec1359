import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../ui/states.tsx'
import css from './map.module.css'

interface Props {
  label: string
  box: RefObject<HTMLDivElement | null>
  attribution: string | null
  error: unknown
  /** Buttons at the right, below those for the zoom. */
  tools?: ReactNode
}

/** The box of a map with what belongs around it. */
export function MapFrame({ label, box, attribution, error, tools }: Props) {
  const { t } = useTranslation('map')
  return (
    <section className={css.frame} aria-label={label}>
      <div ref={box} className={css.map} />
      {tools && <div className={css.tools}>{tools}</div>}
      {attribution && <small className={css.attribution}>{attribution}</small>}
      {error !== null && (
        <div className={css.failed}>
          <Banner tone="waiting" icon="warning">
            {t('failed')}
          </Banner>
        </div>
      )}
    </section>
  )
}
