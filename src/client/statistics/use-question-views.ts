import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { ListView } from '../../shared/endpoints/list-views.ts'
import { same } from '../kit/fields/same.ts'
import { ALL_RECORDS } from '../kit/records/address.ts'
import type { Content } from '../kit/records/views/save-view.ts'
import { useViewsOf } from '../kit/records/views/use-views.ts'

const VIEW = 'view'

/** What the address asks, whichever view it is. */
const askedIn = (address: URLSearchParams) => Object.fromEntries([...address].filter(([name]) => name !== VIEW))

const contentOf = (address: URLSearchParams): Content => ({
  state: { keyword: '', filters: askedIn(address), sort: { prop: '', order: 'desc' }, size: 20 },
  columns: null,
})

/** Questions that people keep and share: what of the address makes one. */
export function useQuestionViews() {
  const { t } = useTranslation('statistics')
  const [address, setAddress] = useSearchParams()
  const put = (asked: Record<string, string>, view: number | null) =>
    setAddress({ ...asked, ...(view !== null && { [VIEW]: String(view) }) }, { replace: true })
  const views = useViewsOf({
    list: 'statistics',
    owns: true,
    id: address.has(VIEW) ? Number(address.get(VIEW)) : null,
    bare: Object.keys(askedIn(address)).length === 0,
    holds: ({ state }: ListView) => same(state.filters, askedIn(address)),
    show: ({ id, state }) => put(state.filters as Record<string, string>, id),
    showAll: (startId) => put({}, startId === null ? null : ALL_RECORDS),
  })
  return {
    list: 'statistics',
    views,
    content: contentOf(address),
    word: (key: string, values?: object) => t(`view.${key}`, { ...values }),
  }
}
