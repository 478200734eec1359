import { useReducer } from 'react'
import type { Known } from '../../../shared/widgets/layout.ts'

interface History {
  now: readonly Known[]
  /** What was before, the last of it at the end. */
  before: readonly (readonly Known[])[]
}

type Step = { to: readonly Known[] } | 'undo' | { begin: readonly Known[] }

const MOST_STEPS = 100
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function follow(history: History, step: Step): History {
  if (step === 'undo') {
    const last = history.before.at(-1)
    return last ? { now: last, before: history.before.slice(0, -1) } : history
  }
  if ('begin' in step) return { now: step.begin, before: [] }
  if (same(step.to, history.now)) return history
  return { now: step.to, before: [...history.before, history.now].slice(-MOST_STEPS) }
}

/** A layout that is being changed, step by step, and back again. */
export function useEditing(from: readonly Known[]) {
  const [{ now, before }, dispatch] = useReducer(follow, { now: from, before: [] })
  return {
    placed: now,
    dirty: before.length > 0,
    change: (to: readonly Known[]) => dispatch({ to }),
    undo: () => dispatch('undo'),
    begin: (begin: readonly Known[]) => dispatch({ begin }),
  }
}

export type Editing = ReturnType<typeof useEditing>
