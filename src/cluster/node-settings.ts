/** What the cluster says of each node itself, and what several of one machine cannot have alike. */
const OWN = new Set([
  ...['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_READ_URL', 'NATS_URL', 'NODE_NAME', 'PUBLIC_URL'],
  ...['TRUSTED_PROXIES', 'TLS_CERT', 'TLS_KEY', 'OCPP_TLS_PORT'],
])

/** What the environment sets for all nodes of a cluster. */
export const nodeSettings = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || OWN.has(name) ? [] : [[name, value]],
    ),
  )
