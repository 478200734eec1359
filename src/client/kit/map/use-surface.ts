import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mapSource } from '../../../shared/endpoints/sites.ts'
import { call } from '../api/call.ts'
import { useAtomValue } from '../session/store.ts'
import { darkTheme } from '../theme/theme.ts'
import { type Grip, type Start, Surface } from './surface.ts'

/** A map in `box` once it is known where its pictures come from. Another theme or language makes it anew where it was. */
export function useSurface(start: Start, grip: Grip = 'free') {
  const { t, i18n } = useTranslation('map')
  const dark = useAtomValue(darkTheme)
  const box = useRef<HTMLDivElement>(null)
  const [surface, setSurface] = useState<Surface | null>(null)
  const at = useRef(start)
  const { data: source, error } = useQuery({
    queryKey: ['map source'],
    queryFn: ({ signal }) => call(mapSource, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const words = { zoomIn: t('zoom_in'), zoomOut: t('zoom_out') }
  const said = useRef(words)
  said.current = words
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outlines are painted in the theme's colours when they are made
  useEffect(() => {
    if (!box.current || !source) return
    const opened = new Surface(box.current, {
      source,
      language: i18n.language,
      start: at.current,
      grip,
      words: said.current,
    })
    const { map } = opened
    const remember = () => {
      at.current = { ...opened.point(map.getCenter()), zoom: map.getZoom() }
    }
    map.on('moveend', remember)
    const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    resized.observe(box.current)
    setSurface(opened)
    return () => {
      resized.disconnect()
      opened.close()
      setSurface(null)
    }
  }, [source, i18n.language, dark, grip])
  return { box, surface, attribution: source?.attribution ?? null, error }
}
