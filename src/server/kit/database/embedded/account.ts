import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** An account of this machine, by number. */
export interface Account {
  uid: number
  gid: number
}

/**
 * Who the database server runs as; undefined means as ourselves. PostgreSQL refuses root, so root lends it
 * the account that owns the cluster already, else `postgres`, else one of our own, else `nobody`.
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const account =
    ownerOf(cluster) ?? named('postgres') ?? named('chargedeck') ?? created('chargedeck') ?? named('nobody')
  if (account) return account
  throw new Error(
    'The embedded database cannot run as root, and this machine has no account `postgres` or `nobody` to run it as. ' +
      'Start Chargedeck as another user, or set DATABASE_URL.',
  )
}

/** Whether the account may do what the shell's `test` asks (`-r`, `-w`, `-x`) at a path, parent folders included. */
export function may(account: Account | undefined, test: '-r' | '-w' | '-x', path: string): boolean {
  if (!account) return true
  return (
    quietly(() => execFileSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { ...account, cwd: '/' })) !==
    undefined
  )
}

/** Makes the account the owner of a path and all under it. */
export function giveTo({ uid, gid }: Account, path: string): void {
  execFileSync('chown', ['-R', `${uid}:${gid}`, path])
}

function ownerOf(path: string): Account | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined
}

function named(name: string): Account | undefined {
  const idOf = (kind: '-u' | '-g') =>
    quietly(() => Number(execFileSync('id', [kind, name], { stdio: ['ignore', 'pipe', 'ignore'] })))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function created(name: string): Account | undefined {
  const shell = ['--shell', '/usr/sbin/nologin']
  quietly(() =>
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', ...shell, name], { stdio: 'ignore' }),
  )
  return named(name)
}

function quietly<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
