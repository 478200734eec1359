import './node-version.mjs'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { command, give, root } from './command.mjs'
import { packageVersion } from './debian.mjs'
import { ensureInstalled, npm } from './install.mjs'

/** Makes a Debian package of what is built, with the packages that it needs: `npm run package`. For this machine's kind of processor alone. */
const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' })
const architecture = ARCHITECTURES[process.arch]
if (process.platform !== 'linux' || !architecture) give('Debian packages are made on Linux, for x64 and arm64.')

await ensureInstalled()
await ensureBuilt()
const tree = join(root, 'dist/package')
const at = join(tree, 'usr/lib/chargedeck')
const from = join(root, 'src/packaging')
rmSync(tree, { recursive: true, force: true })
// One of before is not to be installed in its place.
for (const name of readdirSync(join(root, 'dist')))
  if (/^chargedeck_.*\.deb$/.test(name)) rmSync(join(root, 'dist', name))
for (const folder of ['DEBIAN', 'etc/chargedeck', 'usr/lib/systemd/system', 'usr/lib/chargedeck/dist'])
  mkdirSync(join(tree, folder), { recursive: true })

for (const part of ['client', 'server']) cpSync(join(root, 'dist', part), join(at, 'dist', part), { recursive: true })
for (const file of ['package.json', 'package-lock.json', 'LICENSE']) cpSync(join(root, file), join(at, file))
const { code } = await npm(['ci', '--prefix', at, '--omit=dev', '--include=optional', '--no-audit', '--no-fund'])
if (code !== 0) give('The packages could not be installed.', code)
// A compiler that another package may use where it is there: no server does, and it is a sixth of what is installed.
for (const name of ['typescript', '@typescript', '.bin'])
  rmSync(join(at, 'node_modules', name), { recursive: true, force: true })

cpSync(join(from, 'chargedeck.service'), join(tree, 'usr/lib/systemd/system/chargedeck.service'))
cpSync(join(from, 'chargedeck.env'), join(tree, 'etc/chargedeck/chargedeck.env'))
writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/chargedeck/chargedeck.env\n')
for (const script of ['postinst', 'prerm', 'postrm']) {
  cpSync(join(from, script), join(tree, 'DEBIAN', script))
  chmodSync(join(tree, 'DEBIAN', script), 0o755)
}
const made = packageVersion(version, new Date())
const control = {
  Package: 'chargedeck',
  Version: made,
  Architecture: architecture,
  Maintainer: 'The Chargedeck project <noreply@example.com>',
  Section: 'web',
  Priority: 'optional',
  Depends: 'nodejs (>= 20.19), passwd',
  Description: description,
}
writeFileSync(
  join(tree, 'DEBIAN/control'),
  `${Object.entries(control)
    .map((pair) => pair.join(': '))
    .join('\n')}\n`,
)

// Whatever the rights of new files are here: the service's account reads all of it there.
await command('chmod', ['-R', 'u=rwX,go=rX', tree])

const file = join(root, `dist/chargedeck_${made}_${architecture}.deb`)
const built = await command('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z3', '--build', tree, file])
if (built.code !== 0 || !existsSync(file)) give('dpkg-deb made no package.', built.code || 1)
rmSync(tree, { recursive: true, force: true })
