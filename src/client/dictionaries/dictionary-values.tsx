import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DictionaryLeaf,
  type DictionaryRow,
  dictionaryDelete,
  dictionaryList,
  dictionaryMove,
  dictionaryUpdate,
} from '../../shared/endpoints/dictionaries.ts'
import { LANGUAGES } from '../../shared/kit/languages.ts'
import { useCall, useSend } from '../kit/api/queries.ts'
import { useMay } from '../kit/session/can.tsx'
import type { Branch } from '../kit/tree/branches.ts'
import type { Move } from '../kit/tree/moves.ts'
import { TreeList } from '../kit/tree/tree-list.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './dictionaries.module.css'
import { ValueDialog } from './value-dialog.tsx'

const DICTIONARY = ['dictionary']
interface Node extends DictionaryRow, Branch<Node> {}

interface Props {
  dictionary: DictionaryLeaf
  /** The record whose field it is. */
  of?: string
}

/** A dictionary's values in their order: dragged, named, withheld, added. */
export function DictionaryValues({ dictionary, of = '' }: Props) {
  const { t } = useTranslation('dictionaries')
  const may = useMay()
  const query = useCall(dictionaryList, { name: dictionary.id }, { entities: DICTIONARY })
  const [open, setOpen] = useState<DictionaryRow | 'new' | null>(null)
  const changes = may(dictionaryUpdate.permission)
  const rows = query.data?.rows ?? []
  const { move, actions } = useChanges(dictionary, rows, setOpen)
  return (
    <Card flush>
      <header className={css.head}>
        <div className="grow">
          {of && (
            <h2>
              {of} · {dictionary.label}
            </h2>
          )}
          <p>
            {t(`kinds.${dictionary.kind}`)} <code>{dictionary.id}</code>
          </p>
        </div>
        {changes && dictionary.kind !== 'fixed' && (
          <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        )}
      </header>
      <Loaded query={query} skeleton={<Skeleton height={240} />}>
        {() => (
          <>
            {rows.length === 0 && <Empty text={t('no_values')} />}
            <TreeList<Node>
              label={dictionary.label}
              nodes={nodesOf(rows)}
              nameOf={({ label }) => label}
              title={(node) => <Value row={node} toned={dictionary.toned} />}
              {...(changes && { actions, moving: { takes: (_, parent) => parent === null, onMove: move } })}
            />
          </>
        )}
      </Loaded>
      {open && (
        <Suspense fallback={null}>
          <ValueDialog dictionary={dictionary} row={open === 'new' ? null : open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  )
}

const nodesOf = (rows: readonly DictionaryRow[]): Node[] =>
  rows.map((row, at) => ({ ...row, id: at + 1, children: [] }))

function Value({ row, toned }: { row: DictionaryRow; toned: boolean }) {
  const { t, i18n } = useTranslation('dictionaries')
  const others = new Set(LANGUAGES.filter((language) => language !== i18n.language).map((of) => row.labels[of]))
  others.delete(row.label)
  return (
    <span className={css.value} data-withheld={!row.offered}>
      <span className="row">
        {toned ? <Pill tone={row.tone ?? 'offline'}>{row.label}</Pill> : <b>{row.label}</b>}
        {row.own && <small className={css.mark}>{t('own')}</small>}
        {!row.offered && <small className={css.mark}>{t('withheld')}</small>}
      </span>
      <small>{[...others, row.value].join(' · ')}</small>
    </span>
  )
}

function useChanges(
  { id: name, chosen }: DictionaryLeaf,
  rows: readonly DictionaryRow[],
  onOpen: (row: DictionaryRow) => void,
) {
  const { t } = useTranslation(['dictionaries', 'common'])
  const moving = useSend(dictionaryMove, DICTIONARY)
  const updating = useSend(dictionaryUpdate, DICTIONARY)
  const deleting = useSend(dictionaryDelete, DICTIONARY)
  const failed = (error: Error) => toast(error.message, { tone: 'error' })

  function move({ id, place }: Move) {
    const values = rows.map(({ value }) => value)
    const [moved] = values.splice(id - 1, 1)
    if (moved !== undefined) values.splice(place, 0, moved)
    moving.mutate({ name, values }, { onError: failed })
  }

  async function remove(row: DictionaryRow) {
    const sure = await confirm({
      title: t('delete_title', { label: row.label }),
      text: t('delete_text'),
      yes: t('common:action.delete'),
      danger: true,
    })
    if (sure) deleting.mutate({ name, value: row.value }, { onError: failed })
  }

  const actions = (row: Node): Action[] => [
    { key: 'edit', label: t('common:action.edit'), icon: 'edit', onPress: () => onOpen(row) },
    ...(chosen && !row.initial
      ? [
          {
            key: 'offer',
            label: t(row.offered ? 'withhold' : 'offer'),
            icon: row.offered ? ('close' as const) : ('check' as const),
            onPress: () => updating.mutate({ name, value: row.value, offered: !row.offered }, { onError: failed }),
          },
        ]
      : []),
    ...(row.own
      ? [
          {
            key: 'delete',
            label: t('common:action.delete'),
            icon: 'trash' as const,
            danger: true,
            onPress: () => void remove(row),
          },
        ]
      : []),
  ]
  return { move, actions }
}
