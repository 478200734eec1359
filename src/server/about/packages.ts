import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Package {
  name: string
  version: string
  license: string
}

interface Manifest {
  license?: string
  version?: string
  dependencies?: Record<string, string>
}

/** What the server and the console are made of, each with its licence, as it lies in `node_modules`; what is not installed is left out. */
export async function packagesOf(root: string): Promise<Package[]> {
  const { dependencies = {} } = await manifest(root)
  const found = await Promise.all(
    Object.keys(dependencies).map(async (name) => {
      const { version, license } = await manifest(join(root, 'node_modules', name)).catch((): Manifest => ({}))
      return version ? [{ name, version, license: license ?? '' }] : []
    }),
  )
  return found.flat()
}

const manifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
