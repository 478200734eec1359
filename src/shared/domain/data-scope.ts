const NAMED_BY: Readonly<Record<string, 'site_ids' | 'merchant_ids'>> = { sites: 'site_ids', merchants: 'merchant_ids' }

/** The field that names the records of a data scope; null for one that names none. */
export const namedBy = (data_scope: string) => NAMED_BY[data_scope] ?? null
