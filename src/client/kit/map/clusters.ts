import * as L from 'leaflet'
import Supercluster from 'supercluster'
import type { Tone } from '../../../shared/kit/fields.ts'
import css from './map.module.css'
import type { MapPoint } from './map-point.ts'
import type { Surface } from './surface.ts'

type Tones = Partial<Record<Tone, number>>
/** Of a cluster's points: how many have each tone, and how much in them has a fault, whatever tone says so. */
type Counts = Tones & { faults: number }
type Index = Supercluster<MapPoint, Counts>
type Shown = ReturnType<Index['getClusters']>[number]

/** Pixels within which points are one: no badge covers another pin then. */
const RADIUS = 52
/** Pixels that the world is wide at zoom 0: Leaflet's. */
const WORLD = 256
/** Pixels that a thumb meets, round what is drawn. */
const TARGET = 44
const APART_FROM = 15

export interface Said {
  /** What a cluster of so many is called, and with so many faults. */
  cluster(count: number, faulted: number): string
  select(id: number): void
}

const TONES: readonly Tone[] = ['available', 'charging', 'waiting', 'reserved', 'faulted', 'offline']

/** Mapped names of a cluster are its counts; supercluster's own stand beside them. */
function countsOf(properties: object): Counts {
  const { faults, ...tones } = properties as Counts
  const some = TONES.filter((tone) => tones[tone]).map((tone) => [tone, tones[tone]])
  return { faults, ...Object.fromEntries(some) }
}

const element = (text: string) => {
  const span = document.createElement('span')
  span.textContent = text
  return span
}

/** A ring in the tones of what is in it, how many that are, and how many faults. */
function clusterIcon(count: number, { faults, ...tones }: Counts): HTMLElement {
  let from = 0
  const parts = Object.entries(tones).map(([tone, share]) => {
    const to = from + (share / count) * 100
    const part = `var(--${tone}) ${from}% ${to}%`
    from = to
    return part
  })
  const ring = element('')
  ring.style.background = `conic-gradient(${parts.join(', ')})`
  const figure = document.createElement('b')
  figure.textContent = count > 999 ? `${Math.floor(count / 1000)}k` : String(count)
  ring.append(figure)
  if (faults > 0) {
    const faulted = document.createElement('i')
    faulted.textContent = `! ${faults}`
    ring.append(faulted)
  }
  return ring
}

function iconOf(shown: Shown, chosen: boolean): L.DivIcon {
  const { properties } = shown
  const many = 'cluster' in properties
  const html = many ? clusterIcon(properties.point_count, countsOf(properties)) : element(properties.text)
  if (!many) html.style.setProperty('--tone', `var(--${properties.tone})`)
  const className = [css.pin, many && css.cluster, chosen && css.chosen].filter(Boolean).join(' ')
  return L.divIcon({ className, html, iconSize: [TARGET, TARGET] })
}

/** The points of a map as pins, those that stand close as one; only what is in view is drawn, and a pin that stays keeps the focus. */
export class Clusters {
  readonly #surface: Surface
  readonly #said: Said
  readonly #pins = L.layerGroup()
  readonly #drawn = new Map<string, { marker: L.Marker; looks: string }>()
  #index: Index | null = null
  #chosen: number | null = null

  constructor(surface: Surface, said: Said) {
    this.#surface = surface
    this.#said = said
    this.#pins.addTo(surface.map)
    surface.map.on('moveend', () => this.#draw())
  }

  show(points: readonly MapPoint[], chosen: number | null): void {
    this.#chosen = chosen
    this.#index = new Supercluster<MapPoint, Counts>({
      radius: RADIUS,
      extent: WORLD,
      maxZoom: APART_FROM,
      map: ({ tone, faulted }) => ({ [tone]: 1, faults: faulted }),
      reduce(sum, more) {
        for (const tone of TONES) if (more[tone]) sum[tone] = (sum[tone] ?? 0) + more[tone]
        sum.faults += more.faults
      },
    }).load(
      points.map((point) => {
        const { lng, lat } = this.#surface.place(point)
        return { type: 'Feature', properties: point, geometry: { type: 'Point', coordinates: [lng, lat] } }
      }),
    )
    this.#draw()
  }

  #draw(): void {
    const { map } = this.#surface
    if (!this.#index) return
    const [west, south, east, north] = map.getBounds().pad(0.2).toBBoxString().split(',').map(Number) as [
      number,
      number,
      number,
      number,
    ]
    const shown = new Map(
      this.#index.getClusters([west, south, east, north], Math.round(map.getZoom())).map((one) => [keyOf(one), one]),
    )
    for (const [key, { marker }] of this.#drawn) {
      if (shown.has(key)) continue
      marker.remove()
      this.#drawn.delete(key)
    }
    for (const [key, one] of shown) this.#put(key, one)
  }

  #put(key: string, shown: Shown): void {
    const { properties } = shown
    const [lng = 0, lat = 0] = shown.geometry.coordinates
    const chosen = !('cluster' in properties) && properties.id === this.#chosen
    const looks = JSON.stringify([lng, lat, 'cluster' in properties ? countsOf(properties) : properties, chosen])
    const known = this.#drawn.get(key)
    if (known?.looks === looks) return
    const marker = known?.marker ?? this.#marker(shown)
    marker
      .setLatLng([lat, lng])
      .setIcon(iconOf(shown, chosen))
      .setZIndexOffset(chosen ? 1000 : 0)
    if (!known) marker.addTo(this.#pins)
    const label =
      'cluster' in properties
        ? this.#said.cluster(properties.point_count, countsOf(properties).faults)
        : properties.label
    marker.getElement()?.setAttribute('aria-label', label)
    marker.getElement()?.setAttribute('title', label)
    this.#drawn.set(key, { marker, looks })
  }

  #marker({ properties, geometry }: Shown): L.Marker {
    const [lng = 0, lat = 0] = geometry.coordinates
    const press = () => {
      if (!('cluster' in properties)) return this.#said.select(properties.id)
      const zoom = this.#index?.getClusterExpansionZoom(properties.cluster_id) ?? this.#surface.map.getZoom() + 1
      this.#surface.map.setView([lat, lng], zoom)
    }
    return L.marker([lat, lng], { riseOnHover: true })
      .on('click', press)
      .on('keypress', ({ originalEvent: { key } }) => key === 'Enter' && press())
  }
}

/** A cluster is itself as long as it stands at the same place with the same points. */
const keyOf = ({ properties, geometry }: Shown): string =>
  'cluster' in properties ? `c ${properties.cluster_id} ${geometry.coordinates.join()}` : `p ${properties.id}`
