import * as L from 'leaflet'
import { feature } from 'topojson-client'
import landUrl from 'world-atlas/land-50m.json?url'
import { factsOf } from '../../../shared/kit/languages.ts'
import { cities } from './cities.ts'
import css from './map.module.css'
import provincesUrl from './provinces.json?url'

type Topology = Parameters<typeof feature>[0]
/** Lines in steps of a hundredth of a degree, the first from the origin: longitude, latitude, longitude … */
type Lines = number[][]

const asked = new Map<string, Promise<unknown>>()

/** Asked for once, and only where a map shows it. */
function load<T>(url: string): Promise<T> {
  const known = asked.get(url)
  if (known) return known as Promise<T>
  const loading = fetch(url).then((answer) => {
    if (!answer.ok) throw new Error(`${url} could not be loaded: ${answer.status}`)
    return answer.json()
  })
  asked.set(url, loading)
  loading.catch(() => asked.delete(url))
  return loading
}

function unpacked(steps: readonly number[]): L.LatLngTuple[] {
  const line: L.LatLngTuple[] = []
  let [longitude, latitude] = [0, 0]
  for (let at = 0; at < steps.length; at += 2) {
    longitude += steps[at] ?? 0
    latitude += steps[at + 1] ?? 0
    line.push([latitude / 100, longitude / 100])
  }
  return line
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** The large cities by name, the more the closer one looks. */
function nameCities(map: L.Map, language: string): void {
  const names = L.layerGroup().addTo(map)
  const chinese = factsOf(language).chinese_places
  const draw = () => {
    names.clearLayers()
    for (const city of cities.filter(({ zoom }) => zoom <= map.getZoom())) {
      const label = document.createElement('span')
      label.textContent = chinese ? city.zh : city.en
      const icon = L.divIcon({ className: css.city ?? '', html: label, iconSize: [0, 0] })
      L.marker([city.latitude, city.longitude], { icon, interactive: false, keyboard: false }).addTo(names)
    }
  }
  map.on('zoomend', draw)
  map.whenReady(draw)
}

/**
 * Land and sea, the borders between China's provinces and the large cities, without any server for pictures. The coasts
 * are Natural Earth's, in the public domain. What does not come is left out: the map is no less a map.
 */
export function addOutlines(map: L.Map, language: string): void {
  const still = { interactive: false }
  const isOpen = () => map.getContainer().isConnected
  const [land, borders] = [L.layerGroup().addTo(map), L.layerGroup().addTo(map)]
  nameCities(map, language)
  load<Topology>(landUrl).then(
    (topology) => {
      const shape = topology.objects.land
      if (!shape || !isOpen()) return
      const style = { color: token('--line-strong'), weight: 1, fillColor: token('--surface'), fillOpacity: 1 }
      L.geoJSON(feature(topology, shape), { ...still, style })
        .addTo(land)
        .bringToBack()
    },
    () => {},
  )
  load<Lines>(provincesUrl).then(
    (lines) => {
      if (isOpen())
        L.polyline(lines.map(unpacked), { ...still, color: token('--line-strong'), weight: 1 }).addTo(borders)
    },
    () => {},
  )
}
