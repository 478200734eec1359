import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { covers, HOURS_OF_DAY } from '../../shared/domain/coverage.ts'
import { drag } from '../kit/ui/drag.ts'
import { type DraftRule, edgesOf, moveEdge, reachOf } from './day-draft.ts'
import { RulesRibbon } from './day-preview.tsx'
import css from './ribbon-editor.module.css'

interface Props {
  rules: readonly DraftRule[]
  onChange: (rules: readonly DraftRule[]) => void
}

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Takes the edge under the pointer along, from where the day stood when it was taken; the handle itself may vanish meanwhile. */
function useDragging({ rules, onChange }: Props) {
  const ribbon = useRef<HTMLDivElement>(null)
  function take(event: PointerEvent, edge: number, shown: number) {
    const box = ribbon.current?.getBoundingClientRect()
    if (!box) return
    drag(event, ({ clientX }) => {
      const hour = Math.round(((clientX - box.left) / box.width) * HOURS_OF_DAY)
      onChange(moveEdge(rules, edge, hour - shown))
    })
  }
  return { ribbon, take }
}

interface EdgeProps extends Props {
  edge: number
  /** Where it is drawn: midnight is 0 at the left and 24 at the right. */
  shown: number
  onTake: (event: PointerEvent, edge: number, shown: number) => void
}

function Edge({ rules, onChange, edge, shown, onTake }: EdgeProps) {
  const { t } = useTranslation('billing')
  const { back, on } = reachOf(rules, edge)
  const named = (hour: number) =>
    rules.find((rule) => covers(rule, (hour + HOURS_OF_DAY) % HOURS_OF_DAY))?.name || t('stretch.gap')
  function press(event: KeyboardEvent) {
    const by = KEYS[event.key]
    if (!by) return
    event.preventDefault()
    onChange(moveEdge(rules, edge, by))
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={css.edge}
      style={{ left: `${(shown / HOURS_OF_DAY) * 100}%` }}
      aria-label={t('editor.edge', { before: named(edge - 1), after: named(edge) })}
      aria-valuemin={edge - back}
      aria-valuemax={edge + on}
      aria-valuenow={edge}
      aria-valuetext={clock(edge)}
      title={clock(edge)}
      onPointerDown={(event) => onTake(event, edge, shown)}
      onKeyDown={press}
    />
  )
}
/** One day whose boundaries are dragged, or moved by the arrow keys. Midnight can be taken at either end. */
export function RibbonEditor(props: Props) {
  const { ribbon, take } = useDragging(props)
  const edges = edgesOf(props.rules)
  return (
    <div className={css.editor} ref={ribbon}>
      <RulesRibbon rules={props.rules.map((rule, at) => ({ ...rule, id: rule.id ?? -1 - at }))} />
      {edges.map((edge) => (
        <Edge key={edge} {...props} edge={edge} shown={edge} onTake={take} />
      ))}
      {edges[0] === 0 && <Edge {...props} edge={0} shown={HOURS_OF_DAY} onTake={take} />}
    </div>
  )
}
