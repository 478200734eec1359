import * as L from 'leaflet'
import { feature } from 'topojson-client'
import landUrl from 'world-atlas/land-50m.json?url'
import { cities } from './cities.ts'
import css from './map.module.css'

type Topology = Parameters<typeof feature>[0]

let land: Promise<Topology> | undefined

/** The coasts of the world (Natural Earth, in the public domain), asked for once and only where a map shows them. */
function coasts(): Promise<Topology> {
  land ??= fetch(landUrl).then((answer) => {
    if (!answer.ok) throw new Error(`The coasts could not be loaded: ${answer.status}`)
    return answer.json() as Promise<Topology>
  })
  land.catch(() => {
    land = undefined
  })
  return land
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Land and sea without any server for pictures, and the large cities by name. A coast that does not come leaves the names. */
export function addOutlines(map: L.Map, language: string): void {
  const names = L.layerGroup().addTo(map)
  const nameCities = () => {
    names.clearLayers()
    for (const city of cities.filter(({ zoom }) => zoom <= map.getZoom())) {
      const label = document.createElement('span')
      label.textContent = language === 'zh-CN' ? city.zh : city.en
      const icon = L.divIcon({ className: css.city ?? '', html: label, iconSize: [0, 0] })
      L.marker([city.latitude, city.longitude], { icon, interactive: false, keyboard: false }).addTo(names)
    }
  }
  map.on('zoomend', nameCities)
  map.whenReady(nameCities)
  coasts().then(
    (topology) => {
      const shape = topology.objects.land
      if (!shape || !map.getContainer().isConnected) return
      L.geoJSON(feature(topology, shape), {
        interactive: false,
        style: { color: token('--line-strong'), weight: 1, fillColor: token('--surface'), fillOpacity: 1 },
      }).addTo(map)
    },
    () => {},
  )
}
