import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type MenuEntry, menuTree } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useCall } from '../kit/api/queries.ts'
import { useMenuTitle } from '../kit/i18n/menu-title.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { findNode, flatten, narrowed } from '../kit/tree/branches.ts'
import { TreePage } from '../kit/tree/tree-page.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Empty } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { EntryEditor } from './entry-editor.tsx'
import css from './menu-manager.module.css'
import { MenuTree } from './menu-tree.tsx'

/** Which entry shows, or under which one a new one is made (0: under none), is in the address. */
function useChosen() {
  const [params, setParams] = useSearchParams()
  const written = (name: string) => {
    const value = params.get(name)
    return value !== null && /^\d+$/.test(value) ? Number(value) : null
  }
  return {
    entry: written('entry'),
    under: written('under'),
    open: (id: number) => setParams({ entry: String(id) }),
    add: (under: number) => setParams({ under: String(under) }),
    close: () => setParams({}),
  }
}

/** The screens that entries lead to: those that the menu holds already. */
function useScreens(entries: readonly MenuEntry[]) {
  const titled = useMenuTitle()
  const found = new Map<string, string>()
  for (const { component, built_in, meta } of flatten(entries))
    if (component && built_in && !found.has(component)) found.set(component, titled(meta))
  return [...found].map(([key, label]) => ({ key, label }))
}

function Beside({ entries, chosen }: { entries: readonly MenuEntry[]; chosen: ReturnType<typeof useChosen> }) {
  const { t } = useTranslation('people')
  const wide = useWide()
  const screens = useScreens(entries)
  const entry = chosen.entry === null ? null : (findNode(entries, chosen.entry) ?? null)
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
      onSaved={({ id }) => (wide ? chosen.open(id) : chosen.close())}
      onClose={chosen.close}
    />
  )
}

/** The menu that everybody's is taken from: arranged in a tree, each entry's form beside it. */
export function MenuManager() {
  const { t } = useTranslation('people')
  const words = useWords(menu)
  const may = useMay()
  const titled = useMenuTitle()
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
    <TreePage
      title={t('menu.title')}
      caption={may(permissionOf(menu, 'update')) ? t('menu.caption') : undefined}
      actions={[add]}
      query={query}
      keyword={keyword}
      onKeyword={setKeyword}
      narrow={(nodes) => (wanted ? narrowed(nodes, fits) : nodes)}
      empty={words.empty}
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
  )
}
