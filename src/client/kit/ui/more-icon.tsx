import { type IconName, PATHS, Strokes } from './icon-strokes.tsx'
import { MORE } from './more-icons.ts'

export const ICONS = [...Object.keys(PATHS), ...Object.keys(MORE)] as IconName[]
export const isIcon = (name: string | null): name is IconName => name !== null && (name in PATHS || name in MORE)

export const MoreIcon = ({ name, size = 18 }: { name: keyof typeof MORE; size?: number }) => (
  <Strokes path={MORE[name]} size={size} />
)
