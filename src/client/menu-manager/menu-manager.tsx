import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type MenuEntry, menuTree } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useCall } from '../kit/api/queries.ts'
import { useRightTitle } from '../kit/i18n/menu-title.ts'
import { useEmptyWord } from '../kit/i18n/use-empty-word.ts'
import { InUseDialog } from '../kit/records/page/remove-record.tsx'
import { useMay } from '../kit/session/can.tsx'
import { findNode, flatten, narrowed } from '../kit/tree/branches.ts'
import { TreePage } from '../kit/tree/tree-page.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Empty } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { EntryEditor } from './entry-editor.tsx'
import css from './menu-manager.module.css'
import { MenuTree } from './menu-tree.tsx'

/**
 * Which entry shows, or under which one a new one is made (0: under none), is in the address. On a phone, where it
 * covers the tree, going back leads to the tree.
 */
function useChosen() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { key } = useLocation()
  const replace = useWide()
  const written = (name: string) => {
    const value = params.get(name)
    return value !== null && /^\d+$/.test(value) ? Number(value) : null
  }
  return {
    entry: written('entry'),
    under: written('under'),
    open: (id: number) => setParams({ entry: String(id) }, { replace }),
    add: (under: number) => setParams({ under: String(under) }, { replace }),
    close: () => (replace || key === 'default' ? setParams({}, { replace: true }) : navigate(-1)),
  }
}

/** The screens that entries lead to: those that the menu holds already. */
function useScreens(entries: readonly MenuEntry[]) {
  const titled = useRightTitle()
  const found = new Map<string, string>()
  for (const { component, built_in, meta } of flatten(entries))
    if (component && built_in && !found.has(component)) found.set(component, titled(meta))
  return [...found].map(([key, label]) => ({ key, label }))
}

/** What the entry may stand under, by its way from the top: neither itself nor what lies in it. */
function usePlaces(entries: readonly MenuEntry[], entry: MenuEntry | null) {
  const titled = useRightTitle()
  const placesIn = (nodes: readonly MenuEntry[], over: string): { key: number; label: string }[] =>
    nodes.flatMap(({ id, type, meta, children }) => {
      if (type !== 'menu' || id === entry?.id) return []
      const label = over ? `${over} / ${titled(meta)}` : titled(meta)
      return [{ key: id, label }, ...placesIn(children, label)]
    })
  return placesIn(entries, '')
}

function Beside({ entries, chosen }: { entries: readonly MenuEntry[]; chosen: ReturnType<typeof useChosen> }) {
  const { t } = useTranslation('people')
  const wide = useWide()
  const screens = useScreens(entries)
  const entry = chosen.entry === null ? null : (findNode(entries, chosen.entry) ?? null)
  const places = usePlaces(entries, entry)
  if (!entry && chosen.under === null)
    return wide ? (
      <div className={css.editor}>
        <Empty icon="list" text={t('menu.choose')} />
      </div>
    ) : null
  return (
    <EntryEditor
      key={entry ? `${entry.id} ${entry.version}` : `under ${chosen.under}`}
      entry={entry}
      parent_id={chosen.under || null}
      screens={screens}
      places={places}
      onSaved={({ id }) => (wide ? chosen.open(id) : chosen.close())}
      onClose={chosen.close}
    />
  )
}

/** The menu that everybody's is taken from: arranged in a tree, each entry's form beside it. */
export function MenuManager() {
  const { t } = useTranslation('people')
  const next = useEmptyWord(menu)
  const may = useMay()
  const wide = useWide()
  const titled = useRightTitle()
  const chosen = useChosen()
  const [keyword, setKeyword] = useState('')
  const query = useCall(menuTree, {}, { entities: ['menu', 'role'] })
  const wanted = keyword.trim().toLowerCase()
  const fits = ({ meta, name, path, permission }: MenuEntry) =>
    [titled(meta), name, path, permission].some((text) => text?.toLowerCase().includes(wanted))
  const add: Action = {
    key: 'add',
    label: t('menu.add'),
    icon: 'plus',
    primary: true,
    permission: permissionOf(menu, 'create'),
    onPress: () => chosen.add(0),
  }
  return (
    <>
      <TreePage
        title={t('menu.title')}
        caption={may(permissionOf(menu, 'update')) ? t(wide ? 'menu.caption' : 'menu.caption_phone') : undefined}
        actions={[add]}
        query={query}
        keyword={keyword}
        onKeyword={setKeyword}
        narrow={(nodes) => (wanted ? narrowed(nodes, fits) : nodes)}
        empty={next}
        beside={query.data && <Beside entries={query.data} chosen={chosen} />}
      >
        {(nodes) => (
          <MenuTree
            nodes={nodes}
            chosen={chosen.entry}
            onChoose={chosen.open}
            onAdd={chosen.add}
            narrow={wanted !== ''}
          />
        )}
      </TreePage>
      <InUseDialog />
    </>
  )
}
