import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isLabelAddress } from '../../shared/domain/label-code.ts'
import { pileLabels } from '../../shared/endpoints/labels.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { keep, kept } from '../kit/session/kept.ts'
import { type LabelOptions, labelsFor } from './labels.ts'
import { onSheets, SIZES } from './sizes.ts'

export type Source = 'site' | 'batch' | 'ids'
/** The address says whose labels: `?site=3`, `?batch=7` or `?ids=1,2,3`. */
export const SOURCES: readonly Source[] = ['ids', 'batch', 'site']

const KEPT = 'labels'
const FIRST: LabelOptions = { size: 'medium', perConnector: false, address: '', name: '', marks: true, skipped: 0 }

/** How this device printed last: the paper beside it is still the same, its first sheet is not. */
function useOptions() {
  const [options, setOptions] = useState<LabelOptions>(() => ({ ...FIRST, ...kept<LabelOptions>(KEPT), skipped: 0 }))
  function change(changed: Partial<LabelOptions>) {
    const next = { ...options, ...changed }
    setOptions(next)
    keep(KEPT, next)
  }
  return { options, change }
}

const numbers = (text: string | null) =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)

function bodyFrom(params: URLSearchParams): Body<typeof pileLabels> | null {
  const page_num = numbers(params.get('page'))[0] ?? 1
  const [ids, batch, site] = SOURCES.map((source) => numbers(params.get(source)))
  if (ids?.length) return { ids, page_num }
  if (batch?.[0]) return { batch_task_id: batch[0], page_num }
  if (site?.[0]) return { site_id: site[0], page_num }
  return null
}

/** The labels that the address asks for, laid out as the person wants them. */
export function useLabels() {
  const [params, setParams] = useSearchParams()
  const { options, change } = useOptions()
  const body = bodyFrom(params)
  const query = useCall(pileLabels, body ?? {}, { entities: ['pile'], enabled: body !== null, keepLast: true })
  const wrongAddress = options.address !== '' && !isLabelAddress(options.address)
  const drawn = wrongAddress ? { ...options, address: '' } : options
  const labels = labelsFor(body ? (query.data?.rows ?? []) : [], drawn)
  return {
    body,
    query,
    options,
    change,
    wrongAddress,
    labels,
    sheets: onSheets(labels, SIZES[options.size], options.skipped),
    choose: (source: Source, id: number | null) =>
      setParams(id === null ? {} : { [source]: String(id) }, { replace: true }),
    turn: (page: number) => {
      params.set('page', String(page))
      setParams(params, { replace: true })
    },
  }
}
export type Labels = ReturnType<typeof useLabels>
