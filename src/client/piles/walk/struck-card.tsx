import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatterTitle } from '../../kit/i18n/use-matter-title.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button, ButtonLink } from '../../kit/ui/button.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import type { Struck } from './stops.ts'
import css from './walk.module.css'
import { useStopWords } from './walk-words.ts'

interface Props {
  struck: Struck
  /** The cards of its piles, which show on a press. */
  children: ReactNode
}

/** A fault that struck many piles at once: one card with one answer, and its piles behind it. */
export function StruckCard({ struck: { matter, stops }, children }: Props) {
  const { t } = useTranslation('walk')
  const words = useStopWords()
  const title = useMatterTitle()(matter)
  const to = useRecordPath()('alarm', matter.id)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <article className={css.card} aria-label={title}>
        <div className={css.name}>
          <b>{title}</b>
          <Pill tone={words.toneOf('faulted')}>{t('needs.alarm')}</Pill>
        </div>
        <p className={css.why}>{t('struck', { for: words.passed(matter.raised_at) })}</p>
        <div className={css.doings}>
          {to && (
            <ButtonLink look="primary" icon="bell" to={to}>
              {t('alarm')}
            </ButtonLink>
          )}
          {stops.length > 0 && (
            <Button icon={open ? 'up' : 'down'} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
              {t(open ? 'fold' : 'unfold', { count: stops.length })}
            </Button>
          )}
        </div>
      </article>
      {open && (
        <div id={id} className={css.struck}>
          {children}
        </div>
      )}
    </>
  )
}
