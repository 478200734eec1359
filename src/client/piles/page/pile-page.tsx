import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { pileView } from '../../../shared/endpoints/piles.ts'
import { pile } from '../../../shared/entities/pile.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useHome } from '../../kit/session/homes.ts'
import { Card } from '../../kit/ui/card.tsx'
import { lazy } from '../../kit/ui/lazy.ts'
import { Page } from '../../kit/ui/page.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import { useListed } from '../../offline/use-listed.tsx'
import type { PileParts } from '../parts.ts'
import { PhonePage } from './phone-page.tsx'
import { WidePage } from './wide-page.tsx'

const AskedCommand = lazy(() => import('./asked-command.tsx').then((module) => ({ default: module.AskedCommand })))

/** One pile as it is now, what it did, and what can be asked of it. */
export function PilePage({ id, parts }: { id: number; parts: PileParts }) {
  const { t } = useTranslation(['piles', 'pile_page'])
  const wide = useWide()
  const asked = useSearchParams()[0].has('do')
  const home = useHome('pile')
  const query = useCall(
    pileView,
    { id },
    { entities: ['pile', 'alarm', 'maintenance'], only: { pile: [id] }, offline: true },
  )
  const listed = useListed(pile, id, query)
  if (listed) return listed
  const framed = (shown: ReactNode) => (
    <Page title={t('pile_page:tabs.label')} {...(home && { back: home })}>
      {shown}
    </Page>
  )
  const skeleton = framed(
    <>
      <Card>
        <Skeleton height={72} />
      </Card>
      <Card>
        <Skeleton height={240} />
      </Card>
    </>,
  )
  return (
    <Loaded query={query} skeleton={skeleton} framed={framed}>
      {(view) => (
        <>
          {wide ? <WidePage view={view} parts={parts} /> : <PhonePage view={view} parts={parts} />}
          {asked && (
            <Suspense fallback={null}>
              <AskedCommand view={view} />
            </Suspense>
          )}
        </>
      )}
    </Loaded>
  )
}
