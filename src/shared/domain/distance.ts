const EARTH_M = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

interface Point {
  longitude: number
  latitude: number
}

/** Metres between two points, along the surface. */
export function distanceM(from: Point, to: Point): number {
  const east = radians(to.longitude - from.longitude) * Math.cos(radians((from.latitude + to.latitude) / 2))
  return Math.hypot(east, radians(to.latitude - from.latitude)) * EARTH_M
}

/** The point of something that may have none. */
export const placeOf = ({
  longitude,
  latitude,
}: {
  longitude: number | null
  latitude: number | null
}): Point | null => (longitude === null || latitude === null ? null : { longitude, latitude })
