import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../ui/actions.tsx'
import { type Branch, findNode } from './branches.ts'
import { dropped, type Move, type Step, stepped } from './moves.ts'
import type { Moving, TreeListProps } from './types.ts'
import { useDrag } from './use-drag.ts'

const STEPS: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

/** Puts a row elsewhere by its grip, and gives the grip the focus again where it then is. */
export function useMoving<T extends Branch<T>>({ nodes, moving }: TreeListProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  const moved = useRef<number | null>(null)
  const { held, handlersOf } = useDrag({
    takes: (id, target, side) =>
      moving !== undefined && dropped(nodes, { id, target, side, takes: moving.takes }) !== null,
    onDrop(id, target, side) {
      const move = moving && dropped(nodes, { id, target, side, takes: moving.takes })
      if (move) moving.onMove(move)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that moved stands elsewhere once the nodes are others
  useEffect(() => {
    if (moved.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-grip="${moved.current}"]`)?.focus()
    moved.current = null
  }, [nodes])
  const grip = (node: T) => ({
    'data-grip': node.id,
    ...handlersOf(node.id),
    onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key]
      if (!step) return
      event.preventDefault()
      const move = allowedStep(nodes, node, { step, moving })
      if (!move) return
      moved.current = node.id
      moving?.onMove(move)
    },
  })
  return { list, held, grip: moving ? grip : null }
}

interface Stepping<T> {
  step: Step
  moving: Moving<T> | undefined
}

/** One step, where what it would then stand in takes it. */
function allowedStep<T extends Branch<T>>(nodes: readonly T[], node: T, { step, moving }: Stepping<T>): Move | null {
  const move = stepped(nodes, node.id, step)
  if (!move || !moving) return null
  const parent = move.parent_id === null ? null : (findNode(nodes, move.parent_id) ?? null)
  return moving.takes(node, parent) ? move : null
}

const STEP_ICONS = { up: 'up', down: 'down', in: 'right', out: 'left' } as const

/** The same steps as items of the row's menu: for a thumb. */
export function useSteps<T extends Branch<T>>({ nodes, moving }: TreeListProps<T>) {
  const { t } = useTranslation(['common', 'controls'])
  return (node: T): Action[] =>
    (['up', 'down', 'in', 'out'] as const).flatMap((step) => {
      const move = allowedStep(nodes, node, { step, moving })
      const label = t(`controls:tree.${step}`)
      return move && moving ? [{ key: step, label, icon: STEP_ICONS[step], onPress: () => moving.onMove(move) }] : []
    })
}
