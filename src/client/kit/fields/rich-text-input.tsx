import { Suspense } from 'react'
import { lazy } from '../ui/lazy.ts'
import { Skeleton } from '../ui/states.tsx'
import type { KindInputProps } from './field-input-props.ts'

const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').then((module) => ({ default: module.RichTextEditor })),
)

/** A text with headings, lists and links; the editor comes with the first field that needs it. */
export function RichTextInput(props: KindInputProps) {
  return (
    <Suspense fallback={<Skeleton height={163} />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}
