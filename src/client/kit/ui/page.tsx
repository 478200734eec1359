import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Action, Actions } from './actions.tsx'
import { Button } from './button.tsx'
import css from './page.module.css'
import { usePageTitle } from './page-title.ts'
import { useWide } from './use-wide.ts'

interface Props {
  title: string
  /** Instead of the title's words in the heading: a skeleton, a mark. */
  heading?: ReactNode
  /** Pills beside the title. */
  badge?: ReactNode
  /** A quiet line under the title. */
  caption?: ReactNode
  actions?: readonly Action[]
  /** Where a phone's back arrow leads when there is no page before this one; none on the bottom bar's own pages. */
  back?: string
  /** Where there is room the page is as high as the window, and what is in it scrolls by itself. */
  fills?: boolean
  /** More buttons in a phone's bar, before the actions. */
  bar?: ReactNode
  children: ReactNode
}

function Back({ to }: { to: string }) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const { key } = useLocation()
  // 'default' is the key of the first page of this window: there is nothing to go back to.
  return (
    <Button
      look="quiet"
      icon="left"
      label={t('action.back')}
      onClick={() => (key === 'default' ? navigate(to) : navigate(-1))}
    />
  )
}

/** A page's frame: a heading with actions where there is room, a bar with a back arrow on a phone. */
export function Page({ title, heading, badge, caption, actions = [], back, bar, fills, children }: Props) {
  usePageTitle(title)
  const pills = badge && <Suspense fallback={null}>{badge}</Suspense>
  const wide = useWide()
  if (!wide) {
    return (
      <>
        <header className={[css.bar, back && css.backed].filter(Boolean).join(' ')}>
          {back && <Back to={back} />}
          <h1>{heading ?? title}</h1>
          {bar}
          <Actions actions={actions} />
        </header>
        <div className={css.body}>
          {(badge || caption) && (
            <div className={`row between ${css.aside}`}>
              <span className={css.caption}>{caption}</span>
              {pills}
            </div>
          )}
          {children}
        </div>
      </>
    )
  }
  return (
    <div className={[css.page, fills && css.fills].filter(Boolean).join(' ')}>
      <header className={css.head}>
        <div>
          <div className={css.title}>
            <h1>{heading ?? title}</h1>
            {pills}
          </div>
          {caption && <div className={css.caption}>{caption}</div>}
        </div>
        <div className="row">
          <Actions actions={actions} />
        </div>
      </header>
      {children}
    </div>
  )
}
