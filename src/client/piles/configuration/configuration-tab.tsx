import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { offered } from '../../../shared/commands/index.ts'
import { APPLY } from '../../../shared/endpoints/configuration-templates.ts'
import { pileCommands } from '../../../shared/endpoints/pile-commands.ts'
import { pileSettings } from '../../../shared/endpoints/pile-settings.ts'
import { useCall, useSend } from '../../kit/api/queries.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useMay } from '../../kit/session/can.tsx'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button } from '../../kit/ui/button.tsx'
import { lazyDialog } from '../../kit/ui/lazy-part.tsx'
import { SearchInput } from '../../kit/ui/search-input.tsx'
import { Banner, Empty, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { Chips } from '../../kit/ui/tabs.tsx'
import { toast } from '../../kit/ui/toast.ts'
import { useWide } from '../../kit/ui/use-wide.ts'
import { isConnected, type PileView, pileOf } from '../page/pile.ts'
import { useMayAsk } from '../use-may-ask.ts'
import { usePileActions } from '../use-pile-actions.tsx'
import css from './configuration.module.css'
import { SettingCards } from './setting-cards.tsx'
import {
  FILTERS,
  type Filter,
  found,
  grouped,
  isDrifted,
  passing,
  rowsOf,
  type SettingRow,
  type Template,
} from './setting-rows.ts'
import { SettingTable } from './setting-table.tsx'
import { SETTINGS, useChange } from './use-change.ts'
import { useFolding } from './use-folding.ts'
import { useSettingWords } from './use-setting-words.ts'

const ApplyDialog = lazyDialog(() =>
  import('../templates/apply-dialog.tsx').then((module) => ({ default: module.ApplyDialog })),
)

/** Asks the pile for everything, and says so when it does not answer. */
function useAskAll(id: number) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const asking = useSend(pileCommands.read_settings, [SETTINGS])
  const ask = (component: string | null = null) =>
    asking.mutate({ id, component } as object, {
      onSuccess: ({ command }) => {
        const { status } = command as { status: string }
        if (status === 'accepted') toast(t('comes_in_parts'), { tone: 'success' })
        else if (status === 'done') toast(t('asked_all'), { tone: 'success' })
        else toast(status === 'not_connected' ? t('not_connected') : words.answer(null), { tone: 'error' })
      },
      onError: ({ message }) => toast(message, { tone: 'error' }),
    })
  return { ask, busy: asking.isPending }
}

interface ListProps {
  view: PileView
  rows: SettingRow[]
  none: boolean
  template: Template | null
  onAsk: (component: string) => void
}

/** The keys under their profiles, with what may be done with each. */
function SettingList({ view, rows, none, template, onAsk }: ListProps) {
  const { t } = useTranslation('configuration')
  const may = useMay()
  const mayAsk = useMayAsk(view.commands)
  const wide = useWide()
  const pile = pileOf(view)
  const changing = useChange(pile.id)
  const [opened, setOpened] = useState<string | null>(null)
  const { actionsOf, dialog } = usePileActions()
  const renew = may('pile.update') ? actionsOf(pile).find(({ key }) => key === 'password')?.onPress : undefined
  const maySet = isConnected(pile) && mayAsk(offered.configure)
  const groups = useMemo(() => grouped(rows), [rows])
  const folding = useFolding(groups)
  const List = wide ? SettingTable : SettingCards
  if (none) return <Empty icon="gear" text={t('none')} />
  if (rows.length === 0) return <Empty icon="search" text={t('none_found')} />
  return (
    <>
      <List
        pileId={pile.id}
        groups={groups}
        folding={folding}
        changing={changing}
        maySet={maySet}
        template={template}
        opened={opened}
        onOpen={(key) => setOpened(key === opened ? null : key)}
        {...(isConnected(pile) && { onAsk })}
        {...(renew && { onNewPassword: () => void renew() })}
      />
      {dialog}
    </>
  )
}

/** When the last of them was read, and how many they are. */
function Foot({ rows, template }: { rows: readonly SettingRow[]; template: Template | null }) {
  const { t } = useTranslation('configuration')
  const format = useFormat()
  const read = rows.flatMap(({ read_at }) => read_at ?? []).sort()
  const last = read.at(-1)
  const to = useRecordPath()('configuration_template', template?.id ?? 0)
  return (
    <p className={css.quiet}>
      {t('read_keys', { count: rows.length })}
      {last && ` · ${t('last_read', { when: format.ago(last, Date.now()) })}`}
      {template && (
        <>
          {' · '}
          {to ? <Link to={to}>{t('template.by', { name: template.title })}</Link> : template.title}
          {' · '}
          {t(rows.some(({ address }) => address) ? 'template.read_daily' : 'template.next_read')}
        </>
      )}
    </p>
  )
}

/** What differs at this pile gets its template's value. */
function BringToTemplate({ id, template }: { id: number; template: Template }) {
  const { t } = useTranslation('configuration')
  const may = useMay()
  const [asked, setAsked] = useState(false)
  if (!may(APPLY)) return null
  return (
    <>
      <Button look="primary" onClick={() => setAsked(true)}>
        {t('template.as_template')}
      </Button>
      {asked && <ApplyDialog template={template} pileIds={[id]} onClose={() => setAsked(false)} />}
    </>
  )
}

/** A pile's configuration as it told it, each key with what it means, to be searched and changed in place. */
export function ConfigurationTab({ view }: { view: PileView }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const { id } = pileOf(view)
  const connected = isConnected(pileOf(view))
  const { ask, busy } = useAskAll(id)
  const [filter, setFilter] = useState<Filter>('all')
  const [keyword, setKeyword] = useState('')
  const sought = useDeferredValue(keyword)
  const query = useCall(
    pileSettings,
    { id },
    { entities: [SETTINGS, 'pile', 'command'], only: { pile: [id] }, everyMs: 1_000 },
  )
  const told = query.data
  const rows = useMemo(() => (told ? rowsOf(told) : []), [told])
  const shown = useMemo(
    () =>
      found(passing(rows, filter), sought, ({ known, address }) =>
        [words.meaning(known), address && words.component(address.component)].join(' '),
      ),
    [rows, filter, sought, words.meaning, words.component],
  )
  return (
    <Loaded query={query} skeleton={<Skeleton height={320} />}>
      {({ template }) => (
        <div className={css.page}>
          <div className={css.tools}>
            <Chips
              label={t('filter.label')}
              chips={chipsOf(rows, template).map((chip) => ({ ...chip, label: t(`filter.${chip.key}`) }))}
              current={filter}
              onChange={setFilter}
            />
            <span className="grow" />
            <SearchInput className={css.search ?? ''} label={t('search')} value={keyword} onChange={setKeyword} />
            <Button icon="refresh" busy={busy} disabled={!connected} onClick={() => ask()}>
              {t(rows.length > 0 ? 'ask_again' : 'ask_all')}
            </Button>
            {template && rows.some(isDrifted) && <BringToTemplate id={id} template={template} />}
          </div>
          {!connected && (
            <Banner tone="waiting" icon="offline">
              {t('offline')}
            </Banner>
          )}
          <SettingList view={view} rows={shown} none={rows.length === 0} template={template} onAsk={ask} />
          {rows.length > 0 && <Foot rows={rows} template={template} />}
        </div>
      )}
    </Loaded>
  )
}

/** What may be looked at, with how many of each there are. */
const chipsOf = (rows: readonly SettingRow[], template: Template | null) =>
  FILTERS.filter((key) => key !== 'drift' || template).map((key) => ({
    ...{ key, count: String(passing(rows, key).length) },
    ...(key === 'drift' && { tone: 'waiting' as const }),
    ...(key === 'reboot' && { tone: 'charging' as const }),
    ...(key === 'read_only' && { tone: 'offline' as const }),
  }))
