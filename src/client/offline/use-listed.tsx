import { type ReactNode, Suspense } from 'react'
import type { Entity } from '../../shared/kit/entity.ts'
import { useRecord } from '../kit/records/page/use-record.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { ListOnly } from './list-only.tsx'
import { type Answer, useStandsIn } from './use-late.ts'

const EntityPage = lazy(() =>
  import('../kit/records/page/entity-page.tsx').then((module) => ({ default: module.EntityPage })),
)

/** The record as lists on this device tell it, while its own page's answer is late or does not come; null where there is none, or the answer is there. */
export function useListed(entity: Entity, id: number, asked: Answer): ReactNode | null {
  const standsIn = useStandsIn(id, asked)
  const { data } = useRecord(entity, id, standsIn)
  if (!standsIn || !data) return null
  return (
    <Suspense fallback={null}>
      <EntityPage entity={entity} id={id} above={() => <ListOnly />} />
    </Suspense>
  )
}
