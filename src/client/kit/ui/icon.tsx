import { type ComponentType, Suspense } from 'react'
import { type IconName, PATHS, Strokes } from './icon-strokes.tsx'
import { lazy, loaded } from './lazy.ts'
import type { MORE } from './more-icons.ts'

export type { IconName }

interface Props {
  name: IconName
  size?: number
}

/** One that does not come is missed by nobody: it stands beside a word. */
const MoreIcon = lazy<ComponentType<{ name: keyof typeof MORE; size?: number }>>(() =>
  loaded(() => import('./more-icon.tsx')).then(
    (module) => ({ default: module.MoreIcon }),
    () => ({ default: Strokes }),
  ),
)
/** Brings those that no first page shows. */
export const bringMoreIcons = () => MoreIcon.bring()

const isFirst = (name: IconName): name is keyof typeof PATHS => name in PATHS

/** Decoration beside a word; a button with an icon alone names itself with `label`. */
export function Icon({ name, size = 18 }: Props) {
  if (isFirst(name)) return <Strokes path={PATHS[name]} size={size} bold={name === 'more'} />
  return (
    <Suspense fallback={<Strokes size={size} />}>
      <MoreIcon name={name} size={size} />
    </Suspense>
  )
}
