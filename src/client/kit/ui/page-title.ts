import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useWindowTitle } from '../session/product.ts'
import { useSetAtom } from '../session/store.ts'

/** What each open page calls itself, under its path: tabs, breadcrumb and the window's title read it. */
export const pageTitles = atom<Record<string, string>>({})

/** Names the page that shows. */
export function usePageTitle(title: string) {
  const { pathname } = useLocation()
  const setTitles = useSetAtom(pageTitles)
  useWindowTitle(title)
  useEffect(() => {
    if (!title) return
    setTitles((titles) => (titles[pathname] === title ? titles : { ...titles, [pathname]: title }))
  }, [title, pathname, setTitles])
}
