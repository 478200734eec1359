import { type StateCounts, siteStates } from '../../../shared/endpoints/sites.ts'
import { useStateTones } from '../dictionaries/use-state-tones.ts'
import css from './state-bar.module.css'

/** Connectors by state, as wide as there are of each. Decoration: the words stand beside it. */
export function StateBar({ counts }: { counts: StateCounts }) {
  const toneOf = useStateTones()
  return (
    <div className={css.bar} aria-hidden="true">
      {siteStates.map((state) => {
        const count = counts[state] ?? 0
        return count > 0 && <i key={state} style={{ flexGrow: count, background: `var(--${toneOf(state)})` }} />
      })}
    </div>
  )
}
