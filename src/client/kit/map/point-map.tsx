import * as L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Clusters } from './clusters.ts'
import { LocateButton, type Standing } from './locate-button.tsx'
import css from './map.module.css'
import { MapFrame } from './map-frame.tsx'
import type { MapPoint } from './map-point.ts'
import { COUNTRY, type Grip, type Surface } from './surface.ts'
import { useSurface } from './use-surface.ts'

interface Props {
  label: string
  points: readonly MapPoint[]
  /** The chosen one; it is brought into view when it changes. */
  chosen: number | null
  onChoose: (id: number) => void
  /** What a cluster of so many is called, of which so many have a fault. */
  cluster: (count: number, faulted: number) => string
  /** How far it lets itself be moved: `pinned` among other things on a page that scrolls. */
  grip?: Grip
  /** Its device may be asked where it stands, to show that. */
  locates?: boolean
}

/** At this zoom the sites of one district stand apart. */
const APART = 12

function showAll(surface: Surface, points: readonly MapPoint[], options: L.FitBoundsOptions = {}) {
  if (points.length === 0) return
  surface.map.fitBounds(L.latLngBounds(points.map((point) => surface.place(point))), {
    padding: [40, 40],
    maxZoom: surface.near,
    ...options,
  })
}

/** A dot where the device stands, in a circle as wide as it may be off. */
function useStandingDot(surface: Surface | null, standing: Standing | null) {
  useEffect(() => {
    if (!surface || !standing) return
    const at = surface.place(standing)
    const icon = L.divIcon({ className: css.standing ?? '', iconSize: [18, 18] })
    const layer = L.layerGroup([
      L.circle(at, { radius: standing.accuracy_m, interactive: false, weight: 1 }),
      L.marker(at, { icon, interactive: false, keyboard: false }),
    ]).addTo(surface.map)
    surface.map.setView(at, Math.max(surface.map.getZoom(), surface.near))
    return () => void layer.remove()
  }, [surface, standing])
}

/** Pins on the surface that follow `points`; all of them are in view at first. */
function usePins(surface: Surface | null, { points, chosen, onChoose, cluster }: Props) {
  const said = useRef({ cluster, select: onChoose })
  said.current = { cluster, select: onChoose }
  const pins = useRef<Clusters | null>(null)
  const fitted = useRef(false)
  useEffect(() => {
    pins.current = surface
      ? new Clusters(surface, {
          cluster: (...counts) => said.current.cluster(...counts),
          select: (id) => said.current.select(id),
        })
      : null
  }, [surface])
  useEffect(() => {
    if (!surface) return
    pins.current?.show(points, chosen)
    if (fitted.current || points.length === 0) return
    fitted.current = true
    // A map that is on its way takes no press of its buttons.
    showAll(surface, points, { animate: false })
  }, [surface, points, chosen])
}

/** Records on a map: close ones as one, each with its state; a press chooses it. */
export function PointMap(props: Props) {
  const { label, points, chosen, grip, locates = true } = props
  const { t } = useTranslation('map')
  const { box, surface, ...frame } = useSurface(COUNTRY, grip)
  const [standing, setStanding] = useState<Standing | null>(null)
  usePins(surface, props)
  useStandingDot(surface, standing)
  const kept = useRef(points)
  kept.current = points
  useEffect(() => {
    const point = kept.current.find(({ id }) => id === chosen)
    if (surface && point) surface.map.setView(surface.place(point), Math.max(surface.map.getZoom(), APART))
  }, [surface, chosen])
  return (
    <MapFrame
      label={label}
      box={box}
      {...frame}
      tools={
        <>
          <Button icon="expand" label={t('all')} onClick={() => surface && showAll(surface, points)} />
          {locates && <LocateButton label={t('where_i_stand')} onFound={setStanding} />}
        </>
      }
    />
  )
}
