import * as L from 'leaflet'
import { useEffect, useRef } from 'react'
import type { Point } from './gcj02.ts'
import css from './map.module.css'
import { MapFrame } from './map-frame.tsx'
import type { Grip, Start, Surface } from './surface.ts'
import { useSurface } from './use-surface.ts'

interface Props {
  label: string
  value: Point | null
  /** Without it the map only shows where it is. */
  onChange?: ((point: Point) => void) | undefined
  /** What shows while there is no value. */
  start: Start
  /** How far it lets itself be moved; by its buttons alone, so that the page scrolls, unless it is told otherwise. */
  grip?: Grip
}

/** Closer than any map goes: as near as this one can. */
const NEAREST = 18
const PIN =
  '<svg width="32" height="32" viewBox="0 0 24 24" stroke-width="1.5" aria-hidden="true"><path d="M12 22s7-7 7-12.3A7 7 0 0 0 5 9.7C5 15 12 22 12 22z"/></svg>'

/** Where one presses, the pin stands; it can be dragged on. */
function usePin(surface: Surface | null, value: Point | null, onChange: Props['onChange']) {
  const changed = useRef(onChange)
  changed.current = onChange
  const may = onChange !== undefined
  useEffect(() => {
    if (!surface || !may) return
    const press = ({ latlng }: L.LeafletMouseEvent) => changed.current?.(surface.point(latlng))
    surface.map.on('click', press)
    return () => void surface.map.off('click', press)
  }, [surface, may])
  const [longitude, latitude] = [value?.longitude, value?.latitude]
  useEffect(() => {
    if (!surface || longitude === undefined || latitude === undefined) return
    const at = surface.place({ longitude, latitude })
    const icon = L.divIcon({ className: css.picked ?? '', html: PIN, iconSize: [0, 0] })
    const pin = L.marker(at, { icon, draggable: may, keyboard: false, interactive: may }).addTo(surface.map)
    pin.on('dragend', () => changed.current?.(surface.point(pin.getLatLng())))
    if (!surface.map.getBounds().contains(at)) surface.map.setView(at, Math.max(surface.map.getZoom(), surface.near))
    return () => void pin.remove()
  }, [surface, may, longitude, latitude])
}

/** One point on a map, to be seen or set. */
export function PickMap({ label, value, onChange, start, grip = 'pinned' }: Props) {
  const { box, surface, ...frame } = useSurface(value ? { ...value, zoom: NEAREST } : start, grip)
  usePin(surface, value, onChange)
  const { longitude, latitude, zoom } = start
  const empty = value === null
  useEffect(() => {
    if (surface && empty) surface.map.setView(surface.place({ longitude, latitude }), Math.min(zoom, surface.near))
  }, [surface, empty, longitude, latitude, zoom])
  return <MapFrame label={label} box={box} {...frame} />
}
