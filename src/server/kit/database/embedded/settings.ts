import { totalmem } from 'node:os'

const mb = 1024 * 1024

/** Where the server listens: a folder for its Unix socket, or 127.0.0.1 where there are none. */
export interface Address {
  host: string
  port: number
}

/**
 * Settings for many small commits and wide reads on one machine. Durability is as PostgreSQL ships:
 * a commit that was answered survives a crash of the machine.
 */
export function serverSettings({ host, port }: Address): Record<string, string> {
  const memory = totalmem() / mb
  const megabytes = (share: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, memory * share)))}MB`
  const socket = host.startsWith('/')
  return {
    listen_addresses: socket ? '' : host,
    unix_socket_directories: socket ? host : '',
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '100',
    // A statement locks every partition of readings that it may find some in: a year has 52 weeks, each with two indexes.
    max_locks_per_transaction: '256',
    shared_buffers: megabytes(1 / 8, 64, 1024),
    effective_cache_size: megabytes(1 / 2, 256, 16_384),
    work_mem: '16MB',
    maintenance_work_mem: megabytes(1 / 32, 64, 512),
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off', // it costs more than our queries last
    timezone: 'UTC',
    log_timezone: 'UTC',
    client_connection_check_interval: process.platform === 'linux' ? '2s' : '0',
    // A refused statement is answered to its caller; in this log it would only repeat what people typed.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}

/** For data that nobody will miss, such as a test run's. */
export const throwawaySettings: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // Each server of a test has a pool of its own: five files at once had more than a hundred connections.
  max_connections: '500',
  shared_buffers: '128MB',
}

/** The file of settings that the server reads after its own. */
export const settingsFile = (settings: Record<string, string>): string =>
  ['# Written by Chargedeck at every start. Yours belong in ALTER SYSTEM, which wins over these.']
    .concat(Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`))
    .join('\n')
    .concat('\n')
