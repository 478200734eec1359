import { Skeleton } from '../../kit/ui/states.tsx'

/** While a screen's code is on its way. */
export function PageSkeleton() {
  return (
    <div style={{ display: 'grid', gap: 16, padding: 20 }} aria-busy="true">
      <Skeleton width={180} height={26} />
      <Skeleton height={34} width="60%" />
      <Skeleton height={280} />
    </div>
  )
}
