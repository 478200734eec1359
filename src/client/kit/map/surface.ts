import * as L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { MapSource } from '../../../shared/endpoints/sites.ts'
import { fromGcj02, type Point, toGcj02 } from './gcj02.ts'
import { addOutlines } from './outlines.ts'

export type Grip = 'free' | 'pinned' | 'still'
export type Start = Point & { zoom: number }

/** The whole of China. */
export const COUNTRY: Start = { longitude: 105, latitude: 35, zoom: 4 }

interface Given {
  source: MapSource
  language: string
  start: Start
  /** `pinned` lets the page scroll, by the wheel and by one finger: two fingers and its buttons move it. `still` does not move at all. */
  grip?: Grip
  words: { zoomIn: string; zoomOut: string }
}

const DEEPEST = 18
/** Outlines tell nothing closer than this. */
const OUTLINES_TO = 8
/** Pictures show the street. */
const STREET = 15

const STILL = { dragging: false, touchZoom: false, doubleClickZoom: false, boxZoom: false, keyboard: false }

/** A map in a box. Points outside are of WGS 84; `place` and `point` lead to and from what this map draws. */
export class Surface {
  readonly map: L.Map
  /** As close as it makes sense to bring a single point. */
  readonly near: number
  readonly #datum: MapSource['datum']

  constructor(box: HTMLElement, { source, language, start, grip = 'free', words }: Given) {
    this.#datum = source.datum
    // The map takes the focus when the mouse goes down on it: a page that scrolled then would bring another place under the pointer.
    box.focus = (options) => HTMLElement.prototype.focus.call(box, { ...options, preventScroll: true })
    this.near = source.tiles ? STREET : OUTLINES_TO
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.map = L.map(box, {
      attributionControl: false,
      zoomControl: false,
      preferCanvas: true,
      scrollWheelZoom: grip === 'free',
      ...(grip === 'still' && STILL),
      ...(grip === 'pinned' && L.Browser.mobile && { dragging: false }),
      minZoom: 2,
      maxZoom: DEEPEST,
      maxBounds: [
        [-85, -240],
        [85, 300],
      ],
      ...(calm && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false }),
    })
    if (grip !== 'still')
      L.control.zoom({ position: 'topright', zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(this.map)
    L.control.scale({ imperial: false }).addTo(this.map)
    this.map.setView(this.place(start), Math.min(start.zoom, this.near))
    if (source.tiles) L.tileLayer(source.tiles, { maxZoom: DEEPEST }).addTo(this.map)
    else addOutlines(this.map, language)
  }

  place(point: Point): L.LatLng {
    const { longitude, latitude } = this.#datum === 'gcj02' ? toGcj02(point) : point
    return L.latLng(latitude, longitude)
  }

  /** To a hand's breadth, which is finer than anybody points. */
  point({ lng, lat }: L.LatLng): Point {
    const wrapped = L.latLng(lat, lng).wrap()
    const drawn = { longitude: wrapped.lng, latitude: wrapped.lat }
    const { longitude, latitude } = this.#datum === 'gcj02' ? fromGcj02(drawn) : drawn
    const rounded = (degrees: number) => Math.round(degrees * 1_000_000) / 1_000_000
    return { longitude: rounded(longitude), latitude: rounded(latitude) }
  }

  close(): void {
    // Leaflet ends a zoom a quarter of a second later, also of a map that is gone by then, and breaks; it asks this first.
    Object.assign(this.map, { _animatingZoom: false })
    this.map.remove()
  }
}
