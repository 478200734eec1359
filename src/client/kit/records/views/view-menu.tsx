import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removeListView, startWithListView } from '../../../../shared/endpoints/list-views.ts'
import { call } from '../../api/call.ts'
import { doAndSay } from '../../api/do-and-say.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { type Content, saveView, viewsChanged } from './save-view.ts'
import type { Views } from './use-views.ts'
import css from './view-menu.module.css'

const ViewDialog = lazyDialog(() => import('./view-dialog.tsx').then((module) => ({ default: module.ViewDialog })))

interface Props {
  /** An entity's name, or that of a page. */
  list: string
  views: Views
  /** What shows now. */
  content: Content
  /** A phone's line: without the words for "everything". */
  narrow: boolean
  /** A page's own words in place of a list's. */
  word?: (key: string, values?: object) => string
}

const useListWord = () => {
  const { t } = useTranslation(['common', 'views'])
  return (key: string, values?: object) => t(`views:${key}`, { ...values })
}

/** Does something about views and says how it went. */
function useDoing({ list }: Pick<Props, 'list'>) {
  const { t } = useTranslation(['common', 'views'])
  return async (work: () => Promise<unknown>, done: string) => {
    await doAndSay(work, { done: t(done) })
    await viewsChanged(list)
  }
}

/** What can be done about the view that shows. */
function useItems(props: Required<Props>, edit: (as: 'new' | 'same') => void): MenuItem[] {
  const { t } = useTranslation(['common', 'views'])
  const { list, views, content, word } = props
  const doing = useDoing(props)
  const { current, startId } = views
  const start = (id: number | null) => doing(() => call(startWithListView, { list, id }), 'done.saved')
  async function remove() {
    if (!current) return
    const question = { title: t('remove.title'), text: word('remove_text', { name: current.name }) }
    if (!(await confirm({ ...question, yes: t('action.delete'), danger: true }))) return
    await doing(() => call(removeListView, { id: current.id }), 'done.deleted')
    views.show(null)
  }
  const create: MenuItem = {
    key: 'new',
    label: t('views:save_as'),
    icon: 'plus',
    apart: true,
    onPress: () => edit('new'),
  }
  if (!current) return startId === null ? [create] : [create, startItem(word('start_with_all'), () => start(null))]
  const begin =
    current.id === startId
      ? startItem(word('start_with_all'), () => start(null))
      : startItem(t('views:start_with'), () => start(current.id))
  if (!current.own) return [create, begin]
  return [
    ...(views.changed ? [{ ...saveItem(t('views:save')), onPress: () => save() }] : []),
    create,
    begin,
    { key: 'edit', label: t('views:edit'), icon: 'edit', onPress: () => edit('same') },
    { key: 'remove', label: t('views:remove'), icon: 'trash', danger: true, onPress: () => void remove() },
  ]
  function save() {
    if (current) void doing(() => saveView({ ...current, list, content }), 'done.saved')
  }
}

const saveItem = (label: string) => ({ key: 'save', label, icon: 'check' as const, apart: true })
const startItem = (label: string, onPress: () => Promise<void>): MenuItem => ({
  key: 'start',
  label,
  icon: 'home',
  onPress: () => void onPress(),
})

/** Beside a list's title: which saved view of it shows, the others, and what can be done about them. */
export function ViewMenu(props: Props) {
  const { t } = useTranslation(['common', 'views'])
  const listWord = useListWord()
  const { views, narrow, word = listWord } = props
  const [editing, setEditing] = useState<'new' | 'same' | null>(null)
  const { all, current, changed } = views
  const items: MenuItem[] = [
    { key: 'all', label: word('all'), checked: current === null, onPress: () => views.show(null) },
    ...all.map((view) => ({
      key: String(view.id),
      label: view.own ? view.name : t('views:by', { name: view.name, by: view.by }),
      checked: view.id === current?.id,
      onPress: () => views.show(view),
    })),
  ]
  const name = current?.name ?? word('all')
  return (
    <>
      <MenuButton
        size="small"
        align="start"
        label={t('views:menu', { name })}
        items={[...items, ...useItems({ ...props, word }, setEditing)]}
      >
        {/* A phone's line has room for the name of a view that was chosen, not for "All records" as well. */}
        {narrow && !current ? <Icon name="list" size={18} /> : <span className={css.name}>{name}</span>}
        {changed && <small>{t('views:changed')}</small>}
        <Icon name="down" size={14} />
      </MenuButton>
      {editing && (
        <ViewDialog
          {...props}
          word={word}
          view={editing === 'same' ? current : null}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}
