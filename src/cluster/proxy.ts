import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/command.mjs'

interface Place {
  name: string
  port: number
  /** Where it says whether it is the one, if elsewhere. */
  checkPort?: number
}

export interface Front {
  consolePort: number
  nodes: Place[]
  databasePort: number
  readPort: number
  databases: Place[]
  figuresPort: number
}

/** Lines for a service of the machine. Here HAProxy has the rights of the person who starts it, and logs to its output. */
const OF_A_SERVICE = /^ {2}(user|group|log) /

/** The very file that operators use, with the addresses of this machine. */
export function proxyConfig({ consolePort, nodes, databasePort, readPort, databases, figuresPort }: Front): string {
  const text = readFileSync(join(root, 'docs/ha/haproxy.cfg'), 'utf8')
  const binds: Record<string, string> = {
    'frontend chargedeck': `:${consolePort}`,
    'listen database': `127.0.0.1:${databasePort}`,
    'listen reads': `127.0.0.1:${readPort}`,
    'listen figures': `127.0.0.1:${figuresPort}`,
  }
  const servers: Record<string, Place[]> = {
    'backend nodes': nodes,
    'listen database': databases,
    'listen reads': databases,
  }
  let section = ''
  return text
    .split('\n')
    .flatMap((line) => {
      if (/^\w/.test(line)) section = line.trim()
      if (OF_A_SERVICE.test(line)) return []
      if (section === 'global') return line.replace(/maxconn \d+/, 'maxconn 2000')
      if (/^ {2}bind /.test(line)) return `  bind ${binds[section]}`
      if (!/^ {2}server /.test(line)) return line
      const places = servers[section] ?? []
      servers[section] = []
      return places.map(
        ({ name, port, checkPort }) =>
          `  server ${name} 127.0.0.1:${port} check${checkPort ? ` port ${checkPort}` : ''}`,
      )
    })
    .join('\n')
}
