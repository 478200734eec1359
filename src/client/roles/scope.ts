import type { Draft } from '../kit/fields/draft.ts'

const PICKED: Readonly<Record<string, string>> = { site_ids: 'sites', merchant_ids: 'merchants' }

/** Sites and merchants are asked for only where the role is limited to them. */
export const isAsked = (name: string, draft: Draft): boolean =>
  PICKED[name] === undefined || draft.data_scope === PICKED[name]
