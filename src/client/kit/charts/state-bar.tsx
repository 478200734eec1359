import { type StateCounts, siteStates } from '../../../shared/endpoints/sites.ts'
import { useStateTones } from '../dictionaries/use-state-tones.ts'
import { SegmentBar } from './segment-bar.tsx'

/** Connectors by state, as wide as there are of each. Decoration: the words stand beside it. */
export function StateBar({ counts }: { counts: StateCounts }) {
  const toneOf = useStateTones()
  return <SegmentBar segments={siteStates.map((key) => ({ key, count: counts[key] ?? 0, tone: toneOf(key) }))} />
}
