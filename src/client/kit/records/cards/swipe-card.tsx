import SwipeAction from 'antd-mobile/es/components/swipe-action'
import type { ReactNode } from 'react'
import type { AnyRow } from '../../fields/cell.tsx'
import { useActionItems, useAllowed } from '../../ui/actions.tsx'
import type { ListProps } from '../types.ts'

/** More would hide the card they belong to: the others are in its menu, as these are. */
const MOST = 2

/** A card that shows its last actions when it is swiped aside. */
export function SwipeCard({ list, row, children }: { list: ListProps; row: AnyRow; children: ReactNode }) {
  const items = useActionItems(useAllowed(list.rowActions?.(row) ?? [])).slice(-MOST)
  const actions = items
    .filter(({ disabled }) => !disabled)
    .map(({ key, label, danger, onPress }) => ({
      key,
      text: label,
      color: danger ? 'danger' : 'primary',
      onClick: onPress,
    }))
  if (actions.length === 0) return children
  return (
    <SwipeAction rightActions={actions} style={{ '--background': 'transparent', borderRadius: 'var(--radius)' }}>
      {children}
    </SwipeAction>
  )
}
