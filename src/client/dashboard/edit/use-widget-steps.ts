import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WidgetKey } from '../../../shared/widgets/index.ts'
import type { Known, Place } from '../../../shared/widgets/layout.ts'
import type { Failure } from '../../kit/api/failure.ts'
import { useTitleOf } from '../use-title-of.ts'
import { added, type Direction, moved, removed, reordered, resized, withSettings } from './moves.ts'
import type { Editing } from './use-editing.ts'

/** What is asked of a widget: of a new one, where it goes, or of one that is there, with what the server said of its fields. */
export type Asking =
  | { widget: WidgetKey; at?: Pick<Place, 'x' | 'y'> }
  | { id: string; widget: WidgetKey; said?: Readonly<Record<string, string>> }

const SETTING = /^widgets\.(\d+)\.settings\.([a-z_]+)/

/** The steps by which a layout is changed, each said to who does not see it. */
export function useWidgetSteps({ placed, change }: Editing) {
  const { t } = useTranslation('dashboard')
  const titleOf = useTitleOf()
  const [said, setSaid] = useState('')
  const [asking, setAsking] = useState<Asking | null>(null)

  const stands = (to: readonly Known[], id: string) => {
    const one = to.find((other) => other.id === id)
    if (one) setSaid(t('edit.stands', { name: titleOf(one), column: one.x + 1, row: one.y + 1, w: one.w, h: one.h }))
  }
  function take(to: Known[] | null, id: string) {
    if (!to) return setSaid(t('edit.no_further'))
    change(to)
    stands(to, id)
  }
  return {
    said,
    asking,
    ask: setAsking,
    move: (id: string, direction: Direction) => take(moved(placed, id, direction), id),
    resize: (id: string, direction: Direction) => take(resized(placed, id, direction), id),
    /** Where it was let go. */
    lay: (to: readonly Known[], id: string) => {
      change(to)
      stands(to, id)
    },
    reorder(id: string, step: -1 | 1) {
      const to = reordered(placed, id, step)
      if (!to) return setSaid(t('edit.no_further'))
      change(to)
      const at = to.findIndex((one) => one.id === id)
      const one = to[at]
      if (one) setSaid(t('edit.stands_at', { name: titleOf(one), at: at + 1, all: to.length }))
    },
    remove(one: Known) {
      change(removed(placed, one.id))
      setSaid(t('edit.was_removed', { name: titleOf(one) }))
    },
    add(widget: WidgetKey, settings: Known['settings'] = {}, at?: Pick<Place, 'x' | 'y'>) {
      const { id, placed: to } = added(placed, widget, settings, at)
      take(to, id)
    },
    /** What was refused of a widget's settings is asked anew, with the reason at its field. */
    refused({ fields }: Failure): boolean {
      const wrong = Object.entries(fields).flatMap(([path, said]) => {
        const [, at, name] = SETTING.exec(path) ?? []
        const one = placed[Number(at)]
        return one && name ? [{ one, name, said }] : []
      })
      const one = wrong[0]?.one
      if (!one) return false
      const its = wrong.filter((other) => other.one === one)
      setAsking({ id: one.id, widget: one.widget, said: Object.fromEntries(its.map(({ name, said }) => [name, said])) })
      return true
    },
    set: (id: string, settings: Known['settings']) => change(withSettings(placed, id, settings)),
  }
}

export type WidgetSteps = ReturnType<typeof useWidgetSteps>
