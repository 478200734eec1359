import { Suspense } from 'react'
import type { Entity, Row } from '../../../shared/kit/entity.ts'
import { useReadable } from '../session/can.tsx'
import { lazy } from '../ui/lazy.ts'
import { isWide, useWide } from '../ui/use-wide.ts'
import { SkeletonCards } from './skeletons.tsx'
import type { ListProps, RecordListProps } from './types.ts'

const WideList = lazy(() => import('./wide-list.tsx').then((module) => ({ default: module.WideList })))
const PhoneList = lazy(() => import('./phone-list.tsx').then((module) => ({ default: module.PhoneList })))

/** Loads the list of this width before it is shown. */
export const bringList = () => (isWide() ? WideList : PhoneList).bring()

/** One set of columns: cards on a phone, a table where there is room. */
export function RecordList<E extends Entity, R = Row<E>>(props: RecordListProps<E, R>) {
  const Shown = useWide() ? WideList : PhoneList
  const entity = useReadable(props.entity)
  return (
    <Suspense fallback={<SkeletonCards />}>
      <Shown {...(props as unknown as ListProps)} entity={entity} />
    </Suspense>
  )
}
