import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { proxyConfig } from '../../src/cluster/proxy.ts'

const ofAService = /^ *(user|group|log \/dev\/log)\b.*$/gm

test('the example of HAProxy gives root’s rights up and says what went; a cluster of one machine is whoever starts it', () => {
  const example = readFileSync('docs/ha/haproxy.cfg', 'utf8')
  expect(example.match(ofAService)).toEqual(['  user haproxy', '  group haproxy', '  log /dev/log local0 notice'])
  const place = { name: 'one', port: 1 }
  const ports = { consolePort: 2, databasePort: 3, readPort: 4, figuresPort: 5 }
  expect(proxyConfig({ ...ports, nodes: [place], databases: [place] }).match(ofAService)).toBeNull()
})

test('Prometheus asks the nodes that HAProxy leads to', () => {
  const addresses = (path: string, line: RegExp) => [...readFileSync(path, 'utf8').matchAll(line)].map(([, at]) => at)
  const nodes = addresses('docs/ha/haproxy.cfg', /^ {2}server node\d (\S+) check$/gm)
  expect(nodes).toHaveLength(3)
  expect(addresses('docs/monitoring/prometheus.yml', /^ {10}- (\S+)$/gm)).toEqual(nodes)
})
