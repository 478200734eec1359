import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type DictionaryLeaf, dictionaryTree } from '../../shared/endpoints/dictionaries.ts'
import { useCall } from '../kit/api/queries.ts'
import { Card } from '../kit/ui/card.tsx'
import { Page } from '../kit/ui/page.tsx'
import { SearchInput } from '../kit/ui/search-input.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './dictionaries.module.css'
import { DictionaryTree } from './dictionary-tree.tsx'
import { DictionaryValues } from './dictionary-values.tsx'
import { fitting, type Group } from './fitting.ts'

/** The values of the console's choices: the dictionaries on the left, one's values beside them; on a phone one after the other. */
export function DictionariesPage() {
  const { t } = useTranslation('dictionaries')
  const wide = useWide()
  const { chosen, choose } = useChosen()
  const query = useCall(dictionaryTree, {}, { entities: ['dictionary'] })
  const leaves = query.data?.flatMap(({ children }) => children) ?? []
  const shown = leaves.find(({ id }) => id === chosen) ?? (wide ? leaves[0] : undefined)
  const group = query.data?.find(({ children }) => children.some(({ id }) => id === shown?.id))
  if (!wide && shown)
    return (
      <Page title={`${group?.label} · ${shown.label}`} back="/setting/dic">
        <DictionaryValues key={shown.id} dictionary={shown} />
      </Page>
    )
  return (
    <Page title={t('title')} caption={t('caption')} back="/me">
      <Loaded query={query} skeleton={<Skeleton height={420} />}>
        {(groups) => (
          <div className={css.halves}>
            <Tree groups={groups} chosen={shown?.id ?? null} onChoose={choose} />
            {wide && shown && <DictionaryValues key={shown.id} dictionary={shown} of={group?.label ?? ''} />}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Which one shows is in the address: the way back leads to the tree, a link to the dictionary. */
function useChosen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const wide = useWide()
  const choose = ({ id }: DictionaryLeaf) => navigate({ search: `?name=${id}` }, { replace: wide })
  return { chosen: search.get('name'), choose }
}

interface TreeProps {
  groups: readonly Group[]
  chosen: string | null
  onChoose: (leaf: DictionaryLeaf) => void
}

function Tree({ groups, chosen, onChoose }: TreeProps) {
  const { t } = useTranslation(['dictionaries', 'common'])
  const [keyword, setKeyword] = useState('')
  const found = fitting(groups, keyword)
  return (
    <Card flush className={css.side ?? ''}>
      <div className={css.search}>
        <SearchInput label={t('search')} value={keyword} onChange={setKeyword} />
        <small>{t('of_a_field')}</small>
      </div>
      {found.length === 0 && <Empty icon="search" text={t('common:list.none_match')} />}
      <DictionaryTree groups={found} chosen={chosen} unfolded={keyword.trim() !== ''} onChoose={onChoose} />
    </Card>
  )
}
