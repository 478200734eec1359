import { useState } from 'react'
import type { Filters } from './frame-filters.ts'
import { FrameLog } from './frame-log.tsx'

/** One pile's frames, as a part of its page. */
export function PileLog({ station }: { station: string }) {
  const [filters, setFilters] = useState<Filters>({})
  return <FrameLog filters={filters} onFilters={setFilters} fixed={{ station_number: station }} />
}
