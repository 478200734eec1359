import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'
import { product } from '../../../shared/endpoints/ways-in.ts'
import { useCall } from '../api/queries.ts'
import { keep, kept } from './kept.ts'
import { useAtomValue, useSetAtom } from './store.ts'

const KEY = 'product_name'

/** What an administrator calls the console. The last known name paints first. */
export const productAtom = atom(kept<string>(KEY) ?? 'Chargedeck')

export const useProduct = () => useAtomValue(productAtom)

/** Asks for the name, and again when the live channel says that it changed. */
export function useLoadedProduct(): string {
  const keepName = useSetAtom(productAtom)
  const { data } = useCall(product, {}, { entities: ['product'], beside: true })
  useEffect(() => {
    if (!data) return
    keep(KEY, data.name)
    keepName(data.name)
  }, [data, keepName])
  return useProduct()
}

/** Names the browser's tab: the page, then the console. */
export function useWindowTitle(title: string) {
  const name = useProduct()
  useEffect(() => {
    if (title) document.title = `${title} · ${name}`
  }, [title, name])
}
