/** Where piles find this server, by their security profile; `port`: the one that asks for certificates. Null: not known, or no way in. */
export function pileAddresses(base: string | null, port: number | null): Record<'1' | '2' | '3', string | null> {
  if (base === null || !URL.canParse(base)) return { 1: null, 2: null, 3: null }
  const { protocol, hostname } = new URL(base)
  const own = `${base.replace(/^http/, 'ws').replace(/\/+$/, '')}/ocpp`
  const secure = port === null ? null : `wss://${hostname}:${port}/ocpp`
  const isSecure = protocol === 'https:'
  return { 1: isSecure ? null : own, 2: isSecure ? own : secure, 3: secure }
}
