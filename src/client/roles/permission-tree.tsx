import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRightTitle } from '../kit/i18n/menu-title.ts'
import { useMay } from '../kit/session/can.tsx'
import { TickTree } from '../kit/tree/tick-tree.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { carried, codesOf, type Entry, gives, useEntries } from './entries.ts'

interface Props {
  label: string
  /** The entries that the role carries. */
  value: readonly number[]
  onChange: (menuIds: number[]) => void
  /** Those that it carried until now: what is new and what is gone is marked. */
  before?: readonly number[]
  /** Permissions that anyone who carries the entries can never have. */
  peopleOnly?: ReadonlySet<string>
}

/** What a role's people may do: pages, and the buttons in them. What the person may not do themselves they cannot give. */
export function PermissionTree(props: Props) {
  const query = useEntries()
  return (
    <Loaded query={query} skeleton={<Skeleton height={320} />}>
      {(entries) => <Entries {...props} entries={entries} />}
    </Loaded>
  )
}

function Entries({ label, value, before, onChange, entries, peopleOnly }: Props & { entries: readonly Entry[] }) {
  const { t } = useTranslation('people')
  const may = useMay()
  const titled = useRightTitle()
  const ticked = useMemo(() => new Set(value), [value])
  const isForPeople = (entry: Entry) => codesOf(entry).some((code) => peopleOnly?.has(code))
  const mayGive = (entry: Entry) => !isForPeople(entry) && codesOf(entry).every((code) => may(code))
  const noteOf = (entry: Entry) => {
    if (isForPeople(entry)) return t('permissions.only_people')
    if (gives(entry) && !mayGive(entry)) return t('permissions.not_own')
    return ''
  }
  const markOf = ({ id }: Entry) => {
    const [was, is] = [before?.includes(id), ticked.has(id)]
    if (!before || was === is) return null
    return is
      ? { kind: 'new' as const, word: t('permissions.new') }
      : { kind: 'gone' as const, word: t('permissions.gone') }
  }
  const pages = entries.flatMap(({ children }) => children)
  return (
    <TickTree
      label={label}
      nodes={entries}
      ticked={ticked}
      onChange={(next) => onChange(carried(entries, next, value))}
      ticking={{ counts: gives, may: mayGive }}
      nameOf={({ meta }) => titled(meta)}
      noteOf={noteOf}
      codeOf={(entry) => codesOf(entry).join(', ')}
      markOf={markOf}
      aloneWord={t('permissions.see_only')}
      folded={pages.map(({ id }) => id)}
    />
  )
}
