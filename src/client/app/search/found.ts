import type { IconName } from '../../kit/ui/icon.tsx'

/** One line of what the search offers: it leads somewhere, or does something here. */
export interface Found {
  key: string
  icon: IconName
  title: string
  detail: string
  /** What it is, where its group does not say so. */
  kind: string
  to?: string
  /** For the page that it leads to. */
  state?: object
  onPress?: () => void
  /** What is marked in it, when that is not all that was typed. */
  typed?: string
  /** The part that is said as what was typed is written: marked where that itself does not stand. */
  said?: string | null
}

export interface Group {
  key: string
  title: string
  found: readonly Found[]
}
