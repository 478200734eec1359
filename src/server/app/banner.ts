import { networkInterfaces } from 'node:os'
import { protocols } from '../ocpp/protocols.ts'
import type { Settings } from './settings.ts'

export interface Started {
  version: string
  settings: Pick<Settings, 'tls' | 'host' | 'publicUrl' | 'dataDir' | 'ocppAuth'>
  /** The port it listens on. */
  port: number
  database: string
  /** The first administrator's password, if it was made just now. */
  firstPassword: string | null
}

/** What a person who starts the server needs next. */
export function banner({ version, settings, port, database, firstPassword }: Started): string {
  const scheme = settings.tls ? 'https' : 'http'
  const addresses = settings.publicUrl
    ? [settings.publicUrl]
    : hosts(settings.host).map((host) => `${scheme}://${host}:${port}`)
  const reach = addresses.at(-1) ?? ''
  const auth =
    settings.ocppAuth === 'required' ? 'HTTP Basic: station number and the password of the pile' : 'no password needed'
  return [
    `Chargedeck ${version} runs. Ctrl-C stops it.`,
    ...rows([
      ...addresses.map((address, index) => [index === 0 ? 'Console' : '', address]),
      ['Piles', `${reach.replace(/^http/, 'ws')}/ocpp/{station number}  (${protocols.names}; ${auth})`],
      ['API', `${addresses[0]}/api/docs`],
      ['Data', settings.dataDir],
      ['Database', database],
      ...(firstPassword ? [['Sign in', `admin / ${firstPassword}  (shown this once)`]] : []),
    ]),
    '',
  ].join('\n')
}

const rows = (lines: string[][]) => lines.map(([label = '', text = '']) => `  ${label.padEnd(10)}${text}`)

// All addresses of this machine: phones and piles come from elsewhere.
function hosts(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host.includes(':') ? `[${host}]` : host]
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  return ['localhost', ...outside.map(({ address }) => address)]
}
