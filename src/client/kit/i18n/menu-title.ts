import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { MenuNode } from '../../../shared/endpoints/shell.ts'
import { spoken } from '../../../shared/kit/languages.ts'
import { MORE_ENTITIES } from '../../../shared/kit/more-entities.ts'

/** A menu entry's own words, or the key of those that it comes with. */
export type Titles = Pick<MenuNode['meta'], 'title' | 'titles'>

/** An entry's words in the language that shows, once its namespace is loaded; the title itself when the locales do not know it. */
export function menuTitle({ title, titles }: Titles): string {
  const own = spoken(titles, i18next.language)
  if (own) return own
  const key = title.includes(':') ? title : `menu:${title}`
  return i18next.exists(key) ? i18next.t(key) : title
}

export function useMenuTitle() {
  useTranslation(['menu', 'entities'])
  return (titles: Titles) => menuTitle(titles)
}

/** Of buttons as well, which the menu does not show: they are named as commands are. */
export function useRightTitle() {
  useTranslation(MORE_ENTITIES)
  return useMenuTitle()
}
