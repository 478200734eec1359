import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepOnce } from '../../keep-once.ts'
import { type Account, giveTo, may, serverAccount } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { isAlive } from './process.ts'
import { run } from './run.ts'

/** The embedded server's files: what PostgreSQL calls a database cluster. */
export interface Cluster {
  /** The data folder that it belongs to. */
  dataDir: string
  /** Where it lies: `postgres` in the data folder, or where that link leads. */
  folder: string
  password: string
  binaries: Binaries
  account: Account | undefined
}

export const superuser = 'chargedeck'
export const databaseName = 'chargedeck'

/** The superuser's password, kept beside the cluster. */
export const passwordOf = (dataDir: string): string =>
  keepOnce(join(dataDir, 'postgres.password'), () => randomBytes(24).toString('base64url'))

/** Finds the data folder's cluster, or makes one. With `sync` false it need not survive the machine. */
export async function prepareCluster(dataDir: string, sync = true): Promise<Cluster> {
  fs.mkdirSync(dataDir, { recursive: true })
  const folder = join(dataDir, 'postgres')
  const account = serverAccount(folder)
  const home = homeFor(account, dataDir)
  const cluster = { dataDir, folder, account, password: passwordOf(dataDir), binaries: findBinaries(account, home) }
  clearUnfinished(home)
  if (!fs.existsSync(join(folder, 'PG_VERSION'))) await create(cluster, home, sync)
  refuseOtherMajor(cluster)
  return { ...cluster, folder: fs.realpathSync(folder) }
}

// The server's account cannot enter a home folder of mode 0700, no matter who owns what lies inside.
function homeFor(account: Account | undefined, dataDir: string): string {
  if (!account || may(account, '-x', dataDir)) return dataDir
  fs.chmodSync(dataDir, fs.statSync(dataDir).mode | 0o011)
  if (may(account, '-x', dataDir)) return dataDir
  const home = '/var/lib/chargedeck'
  fs.mkdirSync(home, { recursive: true })
  fs.chmodSync(home, 0o755)
  return home
}

async function create(cluster: Cluster, home: string, sync: boolean): Promise<void> {
  const elsewhere = home !== cluster.dataDir
  // A random name: a data folder that was removed and made again starts empty.
  const place = elsewhere ? join(home, `postgres-${randomBytes(6).toString('hex')}`) : cluster.folder
  const unfinished = join(home, `${unfinishedPrefix}${process.pid}`)
  await initdb(cluster, unfinished, sync)
  try {
    fs.renameSync(unfinished, place)
    if (elsewhere) fs.symlinkSync(place, cluster.folder)
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    // Another start on the same folder was faster; its cluster is as good.
    if (!fs.existsSync(join(cluster.folder, 'PG_VERSION'))) throw error
  }
}

async function initdb({ binaries, account, password }: Cluster, folder: string, sync: boolean): Promise<void> {
  fs.mkdirSync(folder, { mode: 0o700 })
  const secret = fs.mkdtempSync(join(tmpdir(), 'chargedeck-'))
  const passwordFile = join(secret, 'password')
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [folder, secret]) giveTo(account, path)
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${folder}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(sync ? [] : ['--no-sync']),
      ],
      account,
    )
    fs.appendFileSync(join(folder, 'postgresql.conf'), `\ninclude_if_exists '${settingsName}'\n`)
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    throw new Error(`The embedded database could not be made in ${folder}: ${(error as Error).message}`)
  } finally {
    fs.rmSync(secret, { recursive: true, force: true })
  }
}

export const settingsName = 'chargedeck.conf'
const unfinishedPrefix = 'postgres.new-'

// Left by a start that was killed while it made the cluster; the name tells whose it was.
function clearUnfinished(home: string): void {
  for (const name of fs.readdirSync(home).filter((name) => name.startsWith(unfinishedPrefix)))
    if (!isAlive(Number(name.slice(unfinishedPrefix.length))))
      fs.rmSync(join(home, name), { recursive: true, force: true })
}

function refuseOtherMajor({ folder, binaries }: Cluster): void {
  const major = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (major === binaries.major) return
  throw new Error(
    `The data in ${folder} was made by PostgreSQL ${major}, this version of Chargedeck has ${binaries.major}. ` +
      'Back up with the version that made it (npm run backup), then restore into an empty data folder.',
  )
}
