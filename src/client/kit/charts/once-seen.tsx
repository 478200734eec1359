import { type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from '../ui/states.tsx'
import { useNear } from '../ui/use-near.ts'

/** A chart's library is large: it comes shortly before its chart is scrolled into sight. */
const AHEAD_PX = 300

/** Holds the place of a lazy chart, `height` in px, until it is near the part of the page that shows, and loads it then. */
export function OnceSeen({ height, children }: { height: number; children: ReactNode }) {
  const [isSeen, setSeen] = useState(false)
  const place = useNear<HTMLDivElement>(() => setSeen(true), { idle: isSeen, ahead: AHEAD_PX })
  return (
    <div ref={place} style={{ minHeight: height }}>
      {isSeen && <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>}
    </div>
  )
}
