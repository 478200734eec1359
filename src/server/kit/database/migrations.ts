import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Migration {
  id: number
  name: string
  sql: string
}

/** The numbered files of src/server/migrations, in order. The built server carries them inside. */
export const migrations: Migration[] = Object.entries(files()).map(toMigration).sort(byId)

function files(): Record<string, string> {
  // `import.meta.env` exists only where the bundler has been; tsx runs the sources as they lie.
  if (import.meta.env)
    return import.meta.glob<string>('../../migrations/*.sql', { query: '?raw', import: 'default', eager: true })
  const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(names.map((name) => [name, readFileSync(folder + name, 'utf8')]))
}

function toMigration([path, sql]: [string, string]): Migration {
  const [, id, name] = /(\d{4})-([a-z0-9-]+)\.sql$/.exec(path) ?? []
  if (!id || !name) throw new Error(`A migration is named NNNN-what-it-does.sql, not ${path}`)
  return { id: Number(id), name, sql }
}

function byId(a: Migration, b: Migration): number {
  if (a.id === b.id) throw new Error(`Two migrations are numbered ${a.id}: ${a.name} and ${b.name}`)
  return a.id - b.id
}
