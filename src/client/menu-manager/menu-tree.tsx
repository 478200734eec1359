import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { type MenuEntry, menuMove, menuUpdate } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useSend } from '../kit/api/queries.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { menuTitle, useRightTitle } from '../kit/i18n/menu-title.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { removeRecord } from '../kit/records/page/remove-record.tsx'
import { useMay } from '../kit/session/can.tsx'
import { flatten } from '../kit/tree/branches.ts'
import type { Move } from '../kit/tree/moves.ts'
import { TreeList } from '../kit/tree/tree-list.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { isIcon } from '../kit/ui/more-icon.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './menu-manager.module.css'

/** Deletes an entry that no role carries and nothing lies in, after asking. */
async function removeEntry(entry: MenuEntry): Promise<void> {
  await i18next.loadNamespaces('menu')
  await removeRecord(menu, entry as unknown as AnyRow, { title: menuTitle(entry.meta) })
}

interface Props {
  nodes: readonly MenuEntry[]
  chosen: number | null
  onChoose: (id: number) => void
  onAdd: (under: number) => void
  /** Something is looked for: nothing is folded, and nothing can be moved among what is left out. */
  narrow: boolean
}

/** Pages and groups hold others; a button belongs to a page. */
const holds = ({ type }: MenuEntry, parent: MenuEntry | null) => (parent ? parent.type === 'menu' : type !== 'button')

function useMove(nodes: readonly MenuEntry[]) {
  const { t } = useTranslation('people')
  const moving = useSend(menuMove, ['menu'])
  return (move: Move) => {
    const version = flatten(nodes).find(({ id }) => id === move.id)?.version ?? 0
    moving.mutate(
      { ...move, version },
      {
        onSuccess: () => toast(t('menu.moved'), { tone: 'success' }),
        onError: ({ message }) => toast(message, { tone: 'error' }),
      },
    )
  }
}

function useEntryActions({ onAdd }: Props) {
  const { t } = useTranslation(['people', 'common'])
  const hiding = useSend(menuUpdate, ['menu'])
  return (entry: MenuEntry): Action[] => [
    ...(entry.type === 'menu'
      ? [
          {
            key: 'below',
            label: t('menu.add_below'),
            icon: 'plus' as const,
            permission: permissionOf(menu, 'create'),
            onPress: () => onAdd(entry.id),
          },
        ]
      : []),
    ...(entry.type === 'button'
      ? []
      : [
          {
            key: 'hide',
            label: t(entry.hidden ? 'menu.show' : 'menu.hide'),
            icon: 'eye' as const,
            permission: menuUpdate.permission,
            onPress: () =>
              hiding.mutate({ id: entry.id, version: entry.version, hidden: !entry.hidden } as never, {
                onError: ({ message }) => toast(message, { tone: 'error' }),
              }),
          },
        ]),
    ...(entry.built_in
      ? []
      : [
          {
            key: 'delete',
            label: t('common:action.delete'),
            icon: 'trash' as const,
            danger: true,
            permission: permissionOf(menu, 'delete'),
            onPress: () => void removeEntry(entry),
          },
        ]),
  ]
}

/** The entries in their order; rows go elsewhere by mouse, finger or keys. */
export function MenuTree(props: Props) {
  const { nodes, chosen, onChoose, narrow } = props
  const words = useWords(menu)
  const { t } = useTranslation('people')
  const titled = useRightTitle()
  const may = useMay()
  const move = useMove(nodes)
  const actions = useEntryActions(props)
  const title = ({ meta, type, hidden, icon }: MenuEntry) => (
    <span className={css.name}>
      {type !== 'button' && <Icon name={isIcon(icon) ? icon : 'list'} size={16} />}
      {titled(meta)}
      {hidden && <Pill tone="offline">{words.label('hidden')}</Pill>}
    </span>
  )
  return (
    <TreeList
      label={t('menu.title')}
      nodes={nodes}
      nameOf={({ meta }) => titled(meta)}
      title={title}
      onChoose={({ id }) => onChoose(id)}
      chosen={chosen}
      columns={[
        { key: 'type', label: words.label('type'), cell: ({ type }) => words.choice('type', type) },
        {
          key: 'leads',
          label: t('menu.leads'),
          share: 2,
          cell: ({ path, url, permission }) => path ?? url ?? permission,
        },
      ]}
      actions={actions}
      compact
      unfolded={narrow}
      folded={flatten(nodes).flatMap(({ id, component }) => (component ? [id] : []))}
      {...(!narrow && may(menuMove.permission) && { moving: { takes: holds, onMove: move } })}
    />
  )
}
