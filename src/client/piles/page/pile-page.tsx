import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pileView } from '../../../shared/endpoints/piles.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useHome } from '../../kit/session/homes.ts'
import { Card } from '../../kit/ui/card.tsx'
import { Page } from '../../kit/ui/page.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import type { PileParts } from '../parts.ts'
import { PhonePage } from './phone-page.tsx'
import { WidePage } from './wide-page.tsx'

/** One pile as it is now, what it did, and what can be asked of it. */
export function PilePage({ id, parts }: { id: number; parts: PileParts }) {
  const { t } = useTranslation(['piles', 'pile_page'])
  const wide = useWide()
  const home = useHome('pile')
  const query = useCall(pileView, { id }, { entities: ['pile', 'alarm'], only: { pile: [id] }, offline: true })
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
      {(view) => (wide ? <WidePage view={view} parts={parts} /> : <PhonePage view={view} parts={parts} />)}
    </Loaded>
  )
}
