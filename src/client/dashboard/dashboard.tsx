import { useTranslation } from 'react-i18next'
import { PeriodButton } from '../kit/fields/period-button.tsx'
import { usePageTitle } from '../kit/ui/page-title.ts'
import { ErrorBox } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './dashboard.module.css'
import { GettingStarted } from './getting-started.tsx'
import { Grid } from './grid.tsx'
import { PhoneBar, SearchButton } from './phone-bar.tsx'
import { useDashboard } from './use-dashboard.ts'
import { useLayout } from './use-layout.ts'

/** Where everybody lands: how the network is doing, and what needs a person. */
export function Dashboard() {
  const { t } = useTranslation('dashboard')
  const wide = useWide()
  const { query, period } = useDashboard()
  const layout = useLayout()
  usePageTitle(t('title'))
  const failed = query.error && query.data === undefined
  return (
    <>
      {wide ? <h1 className="hidden-text">{t('title')}</h1> : <PhoneBar />}
      <div className={css.dashboard}>
        <div className={css.period}>
          {!wide && <SearchButton />}
          <PeriodButton {...period.button} />
        </div>
        {failed ? (
          // Said once, not in each widget.
          <ErrorBox error={query.error} onRetry={query.refetch} />
        ) : (
          <>
            {query.data?.services_total === 0 && <GettingStarted />}
            {layout && <Grid placed={layout.placed} />}
          </>
        )}
      </div>
    </>
  )
}
