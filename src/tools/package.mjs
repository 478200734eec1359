import './node-version.mjs'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { command, give, root } from './command.mjs'
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
for (const folder of ['DEBIAN', 'etc/chargedeck', 'usr/lib/systemd/system', 'usr/lib/chargedeck/dist'])
  mkdirSync(join(tree, folder), { recursive: true })

for (const part of ['client', 'server']) cpSync(join(root, 'dist', part), join(at, 'dist', part), { recursive: true })
for (const file of ['package.json', 'package-lock.json', 'LICENSE']) cpSync(join(root, file), join(at, file))
const { code } = await npm(['ci', '--prefix', at, '--omit=dev', '--include=optional', '--no-audit', '--no-fund'])
if (code !== 0) give('The packages could not be installed.', code)

cpSync(join(from, 'chargedeck.service'), join(tree, 'usr/lib/systemd/system/chargedeck.service'))
cpSync(join(from, 'chargedeck.env'), join(tree, 'etc/chargedeck/chargedeck.env'))
writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/chargedeck/chargedeck.env\n')
for (const script of ['postinst', 'prerm', 'postrm']) {
  cpSync(join(from, script), join(tree, 'DEBIAN', script))
  chmodSync(join(tree, 'DEBIAN', script), 0o755)
}
const control = {
  Package: 'chargedeck',
  Version: version,
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

const file = join(root, `dist/chargedeck_${version}_${architecture}.deb`)
const made = await command('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z3', '--build', tree, file])
if (made.code !== 0 || !existsSync(file)) give('dpkg-deb made no package.', made.code || 1)
rmSync(tree, { recursive: true, force: true })
