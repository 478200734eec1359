import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../tools/build.mjs'
import { root } from '../tools/command.mjs'
import { ClusterOfNodes } from './cluster.ts'
import { nodeSettings } from './node-settings.ts'

const USAGE = `npm run cluster -- [--nodes 3] [--nats] [--port 8080] [--data folder]

  Starts several nodes, a primary database with a standby that has every commit, and HAProxy in front, all on this machine: to look at,
  and to kill parts of. Ctrl-C ends all of it.
  --nodes   1 to 16
  --nats    nodes tell each other of changes by NATS
  --port    where people and piles come in
  --data    a folder that is new or empty: its data stays there to be looked at, and no cluster starts on it again; without it the data
            is thrown away at the end
  What else the README's table of settings has goes from the environment to each node: OCPP_AUTH=optional CAPTCHA=off lets any pile in.`

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    nats: { type: 'boolean', default: false },
    port: { type: 'string', default: '8080' },
    data: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [nodes, port] = [Number(values.nodes), Number(values.port)]
const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
if (values.help || !isWhole(nodes, 1, 16) || !isWhole(port, 1, 65_535)) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(values.help ? 0 : 2)
}

await ensureBuilt()
const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'chargedeck-cluster-'))
if (values.data && existsSync(join(folder, 'db1'))) {
  process.stderr.write(
    `${folder} holds the data of a cluster, which is kept to be looked at; a cluster begins with a new folder.\n`,
  )
  process.exit(2)
}
const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`)
const server = [join(root, 'dist/server/main.js')]
const env = nodeSettings(process.env)
const cluster = new ClusterOfNodes({
  nodes,
  port,
  folder,
  server,
  say,
  env,
  nats: values.nats,
  throwaway: !values.data,
})

let ending = false
const end = async (code: number) => {
  if (ending) return
  ending = true
  say('stopping')
  await cluster.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))

try {
  await cluster.start()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  await end(1)
}
if (!ending) process.stdout.write(`${banner()}\n`)

function banner(): string {
  const { databases, natsPid, proxyPid, lacking } = cluster
  const kill = (pid: number | undefined) => `kill -9 ${pid}`
  const rows: [string, string][] = [
    ...cluster.addresses.map((address, at): [string, string] => [at ? '' : 'Console', address]),
    ['Piles', `${cluster.addresses[0]?.replace('http', 'ws')}/ocpp/{station number}`],
    ['Sign in', `admin / ${cluster.password}`],
    ['Database', cluster.databaseUrl],
    ['Reads', databases.url(cluster.readPort)],
    ...(proxyPid
      ? [['HAProxy', `http://127.0.0.1:${cluster.figuresPort}/   ${kill(proxyPid)}`] as [string, string]]
      : []),
    ...(natsPid ? [['NATS', `nats://127.0.0.1:${cluster.natsPort}   ${kill(natsPid)}`] as [string, string]] : []),
    ...cluster.nodes.map(({ name, port, program }): [string, string] => [
      name,
      `http://127.0.0.1:${port}   ${kill(program.pid)}, or kill ${program.pid} to have it hand its piles over`,
    ]),
    ...databases.members.map(({ name, port }, at): [string, string] => [
      name,
      `127.0.0.1:${port}   ${kill(databases.pidOf(at))}${at ? '' : ': the standby takes over'}`,
    ]),
    ['Logs, data', `${folder}${values.data ? '' : '   (thrown away at the end)'}`],
    ...lacking.map((line): [string, string] => ['Missing', line]),
  ]
  return ['The cluster runs. Ctrl-C ends it.', ...rows.map(([name, text]) => `  ${name.padEnd(11)}${text}`)].join('\n')
}
