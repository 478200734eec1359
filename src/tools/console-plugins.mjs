import { parseAst } from 'vite'
import { withoutSchemas } from './without-schemas.mjs'

/** What the built console leaves out of its sources, and what is looked at before it is one. */

/** @returns {import('vite').Plugin} */
export function callsAlone() {
  return {
    name: 'chargedeck-calls-alone',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/shared\/.+\.ts$/, code: /zod\/mini|endpoint\(/ },
      handler: (code, id) => ({ code: withoutSchemas(code, id), map: null, moduleSideEffects: false }),
    },
  }
}

/**
 * What is said before any script runs stands in the page alone.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutNotices() {
  return {
    name: 'chargedeck-without-notices',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/[\w-]+\/language\.json$/ },
      handler(code) {
        const { needs_javascript: _, ...facts } = JSON.parse(code)
        return { code: JSON.stringify(facts), map: null }
      },
    },
  }
}

/**
 * The router makes and names its components as it is loaded, for which a build tool keeps each, used or not. The names are for those who
 * look at a page's components in development.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutNames() {
  const NAMES = /^\w+\.displayName = .+;$/gm
  const MADE = /(?<== )(?=\w+\.forwardRef\()/g
  return {
    name: 'chargedeck-without-names',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\// },
      handler: (code) => ({ code: code.replace(NAMES, '').replace(MADE, '/* @__PURE__ */ '), map: null }),
    },
  }
}

/**
 * Rolldown 1 moves what two parts share into the file of one of them, and may have it export the whole of a module that went elsewhere:
 * no browser takes such a file. A place for what was moved (`groups` of vite.config.ts) helps.
 *
 * @returns {import('vite').Plugin}
 */
export function wholeExports() {
  return {
    name: 'chargedeck-whole-exports',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        const missing = output.type === 'chunk' ? missingExports(output.code) : []
        if (missing.length > 0) this.error(`${output.fileName} exports what it lacks: ${missing.join(', ')}`)
      }
    },
  }
}

/** @typedef {{ type: string } & Record<string, any>} Node */

/**
 * The names that a file exports and does not have.
 *
 * @param {string} code
 * @returns {string[]}
 */
export function missingExports(code) {
  const statements = /** @type {Node[]} */ (/** @type {unknown} */ (parseAst(code).body))
  const exported = statements.filter(({ type, source }) => type === 'ExportNamedDeclaration' && !source)
  const names = exported.flatMap(({ specifiers }) => specifiers.map((/** @type {Node} */ { local }) => local.name))
  const there = new Set(statements.flatMap(declaredIn))
  return names.filter((name) => !there.has(name))
}

/** @param {Node} statement @returns {string[]} */
function declaredIn(statement) {
  const { type, specifiers = [], id, declarations = [] } = statement.declaration ?? statement
  if (type === 'ImportDeclaration') return specifiers.map((/** @type {Node} */ { local }) => local.name)
  return [id, ...declarations.map((/** @type {Node} */ declaration) => declaration.id)].flatMap(namesIn)
}

/** @param {Node | null | undefined} pattern @returns {string[]} */
function namesIn(pattern) {
  if (!pattern) return []
  if (pattern.type === 'Identifier') return [pattern.name]
  const { properties = [], elements = [], left, value, argument } = pattern
  return [...properties, ...elements, left, value, argument].flatMap(namesIn)
}
