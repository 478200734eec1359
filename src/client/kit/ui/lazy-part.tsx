import { type ComponentType, Suspense } from 'react'
import { lazy } from './lazy.ts'

/** A part of a page that loads where it is shown. Nothing of the page is hidden until it is there. */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Part = lazy(load)
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}
