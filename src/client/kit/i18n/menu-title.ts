import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { MenuNode } from '../../../shared/endpoints/shell.ts'

/** A menu entry's own words, or the key of those that it comes with. */
export type Titles = Pick<MenuNode['meta'], 'title' | 'titles'>

/** An entry's words in the language that shows, once the namespace `menu` is loaded; the title itself when the locales do not know it. */
export function menuTitle({ title, titles }: Titles): string {
  const own = titles?.[i18next.language as keyof NonNullable<typeof titles>]
  if (own) return own
  return i18next.exists(`menu:${title}`) ? i18next.t(title, { ns: 'menu' }) : title
}

export function useMenuTitle() {
  useTranslation('menu')
  return (titles: Titles) => menuTitle(titles)
}
