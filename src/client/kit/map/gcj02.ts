/** A point in degrees. */
export interface Point {
  longitude: number
  latitude: number
}

/** The ellipsoid of Krasovsky 1940, on which the datum is made. */
const AXIS = 6_378_245
const ECCENTRICITY = 0.006_693_421_622_965_943
const NEAR_ENOUGH = 1e-9
const sin = (turns: number) => Math.sin(turns * Math.PI)

const eastward = (x: number, y: number) =>
  300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x)) + eastWaves(x)
const eastWaves = (x: number) =>
  ((20 * sin(6 * x) + 20 * sin(2 * x) + 20 * sin(x) + 40 * sin(x / 3) + 150 * sin(x / 12) + 300 * sin(x / 30)) * 2) / 3

const northward = (x: number, y: number) =>
  -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x)) + northWaves(x, y)
const northWaves = (x: number, y: number) =>
  ((20 * sin(6 * x) + 20 * sin(2 * x) + 20 * sin(y) + 40 * sin(y / 3) + 160 * sin(y / 12) + 320 * sin(y / 30)) * 2) / 3

/** The datum holds in and around China; elsewhere such maps are in WGS 84. */
const isShifted = ({ longitude, latitude }: Point) =>
  longitude > 72.004 && longitude < 137.8347 && latitude > 0.8293 && latitude < 55.8271

/** A point of WGS 84 as maps made in China draw it (GCJ-02): some hundred metres aside. */
export function toGcj02(point: Point): Point {
  if (!isShifted(point)) return point
  const [x, y] = [point.longitude - 105, point.latitude - 35]
  const radians = (point.latitude * Math.PI) / 180
  const curve = 1 - ECCENTRICITY * Math.sin(radians) ** 2
  const metresNorth = (AXIS * (1 - ECCENTRICITY)) / (curve * Math.sqrt(curve))
  const metresEast = (AXIS / Math.sqrt(curve)) * Math.cos(radians)
  return {
    longitude: point.longitude + ((eastward(x, y) / metresEast) * 180) / Math.PI,
    latitude: point.latitude + ((northward(x, y) / metresNorth) * 180) / Math.PI,
  }
}

/** The point of WGS 84 that such a map draws here. There is no formula back: what is off is taken away until nothing is. */
export function fromGcj02(drawn: Point): Point {
  if (!isShifted(drawn)) return drawn
  let found = drawn
  for (let round = 0; round < 20; round++) {
    const again = toGcj02(found)
    const [east, north] = [again.longitude - drawn.longitude, again.latitude - drawn.latitude]
    found = { longitude: found.longitude - east, latitude: found.latitude - north }
    if (Math.abs(east) < NEAR_ENOUGH && Math.abs(north) < NEAR_ENOUGH) break
  }
  return found
}
