import { useState } from 'react'
import type { SettingGroup, SettingRow } from './setting-rows.ts'

/** So many rows show at once without being asked for: a phone draws them in a blink. */
const FEW = 120
/** A component may have hundreds: so many more at a time. */
const STEP = 100

/** Which groups show their rows, and how many of them: a pile may have 2,000 variables. */
export function useFolding(groups: readonly SettingGroup[]) {
  const [steps, setSteps] = useState<ReadonlyMap<string, number>>(new Map())
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const areFew = total <= FEW
  const shown = ({ name, rows }: SettingGroup): SettingRow[] =>
    areFew ? rows : rows.slice(0, (steps.get(name) ?? 0) * STEP)
  const set = (name: string, step: number) => setSteps(new Map(steps).set(name, step))
  return {
    /** Groups open and close. */
    folds: !areFew,
    shown,
    isOpen: (group: SettingGroup) => shown(group).length > 0,
    /** Rows that come by one more press; none of a group that is closed. */
    left: (group: SettingGroup) => (shown(group).length > 0 ? group.rows.length - shown(group).length : 0),
    toggle: (group: SettingGroup) => set(group.name, steps.get(group.name) ? 0 : 1),
    more: ({ name }: SettingGroup) => set(name, (steps.get(name) ?? 0) + 1),
  }
}

export type Folding = ReturnType<typeof useFolding>
