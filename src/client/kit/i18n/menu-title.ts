import { useTranslation } from 'react-i18next'
import type { MenuNode } from '../../../shared/endpoints/shell.ts'

/** A menu entry's own words, or the key of those that it comes with. */
export type Titles = Pick<MenuNode['meta'], 'title' | 'titles'>

/** An entry's words in the language that shows; the title itself when the locales do not know it. */
export function useMenuTitle() {
  const { t, i18n } = useTranslation('menu')
  return ({ title, titles }: Titles) => {
    const own = titles?.[i18n.language as keyof NonNullable<typeof titles>]
    if (own) return own
    return i18n.exists(`menu:${title}`) ? t(title) : title
  }
}
