import gcoord from 'gcoord'

const { GCJ02, transform, WGS84 } = gcoord
type Datum = typeof GCJ02 | typeof WGS84

/** A point in degrees. */
export interface Point {
  longitude: number
  latitude: number
}

function transformed({ longitude, latitude }: Point, from: Datum, to: Datum): Point {
  const [east, north] = transform([longitude, latitude], from, to)
  return { longitude: east, latitude: north }
}

/** A point of WGS 84 as maps made in China draw it (GCJ-02): some hundred metres aside; elsewhere the same. */
export const toGcj02 = (point: Point): Point => transformed(point, WGS84, GCJ02)

/** The point of WGS 84 that such a map draws here. */
export const fromGcj02 = (drawn: Point): Point => transformed(drawn, GCJ02, WGS84)
