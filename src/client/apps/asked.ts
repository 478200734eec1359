const WHERE: Readonly<Record<string, string>> = {
  site_ids: 'sites',
  merchant_ids: 'merchants',
  dept_id: 'department',
}

/** Sites, merchants and a department are asked for only where the app is limited to them. */
export const isAsked = (name: string, app: Readonly<Record<string, unknown>>): boolean =>
  WHERE[name] === undefined || app.data_scope === WHERE[name]
