import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { lazy } from './lazy.ts'
import type { Sheet as SheetType } from './sheet.tsx'

const Sheet = lazy(() => import('./sheet.tsx').then((module) => ({ default: module.Sheet })))

/** A sheet whose code comes when it is first opened. */
export function LazySheet(props: ComponentProps<typeof SheetType>) {
  const [wanted, setWanted] = useState(props.open)
  useEffect(() => {
    if (props.open) setWanted(true)
  }, [props.open])
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  )
}
