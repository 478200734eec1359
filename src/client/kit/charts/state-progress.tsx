import type { Entity } from '../../../shared/kit/entity.ts'
import { useTones } from '../dictionaries/use-choices.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { Icon } from '../ui/icon.tsx'
import { SegmentBar } from './segment-bar.tsx'
import css from './state-progress.module.css'

interface Props<S extends string> {
  /** Whose field has the states. */
  entity: Entity
  field: string
  /** As the bar fills: what is done first, what nobody has begun last. */
  order: readonly [done: S, ...others: S[]]
  /** Those that went wrong: their number shows where there is no room for words. */
  failed: readonly S[]
  counts: Readonly<Record<S, number>>
  /** In words, of figures as people read them. */
  said: (done: string, all: string) => string
  /** Large, and what became of the others in words. */
  whole?: true | undefined
}

/** How far work on many is: 33 of 41 done over a bar. */
export function StateProgress<S extends string>({ entity, field, order, failed, counts, said, whole }: Props<S>) {
  const format = useFormat()
  const words = useWords(entity)
  const toneOf = useTones(entity, field)
  const [done, ...rest] = order
  const all = order.reduce((sum, state) => sum + counts[state], 0)
  const others = rest.filter((state) => counts[state] > 0)
  const wrong = failed.reduce((sum, state) => sum + counts[state], 0)
  const inWords = (states: readonly S[]) =>
    states.map((state) => `${words.choice(field, state)} ${format.number(counts[state])}`).join(' · ')
  return (
    <div className={whole ? css.whole : css.progress}>
      <span className={whole ? css.lead : undefined}>
        {said(format.number(counts[done]), format.number(all))}
        {!whole && wrong > 0 && (
          <span className={css.failed} title={inWords(others.filter((state) => failed.includes(state)))}>
            <Icon name="warning" size={14} /> {format.number(wrong)}
          </span>
        )}
      </span>
      <SegmentBar segments={order.map((key) => ({ key, count: counts[key], tone: toneOf(key) }))} />
      {whole && <p className={css.others}>{inWords(others)}</p>}
    </div>
  )
}
