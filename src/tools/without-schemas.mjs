import { parseAst } from 'vite'

/** What only the server reads of an endpoint's declaration: it holds calls against it, and documents them. */
const SERVERS = ['body', 'data', 'reaches', 'changes', 'lags', 'a_minute', 'says', 'enrolling']
/** Which object declares an endpoint, or what several have in common. */
const DECLARES = ['method', 'path', 'permission', 'reaches']
/** What has nothing to leave out once nobody asks for it. */
const AS_IT_IS = ['ArrowFunctionExpression', 'FunctionExpression', 'Identifier', 'Literal', 'TemplateLiteral']

const TYPES = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration']

/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node */
/** @typedef {{ start: number, end: number, text: string }} Edit */

/**
 * The shared declarations as the console needs them: it calls an endpoint by its method, path and permission, and takes its schemas as
 * types alone. With them every first visit would load, and every start on a phone make, what only the server and forms check by.
 * What a file declares is left out where nobody asks for it: a schema is made by calls, of which no build tool knows that they do nothing else.
 *
 * @param {string} source
 * @param {string} file
 */
export function withoutSchemas(source, file) {
  const edits = /** @type {Edit[]} */ ([])
  for (const statement of statementsOf(source)) {
    const declaration = statement.declaration ?? statement
    if (declaration.type !== 'VariableDeclaration') {
      edits.push(...omissions(declaration, source))
      continue
    }
    for (const { id, init } of declaration.declarations) {
      if (!init) continue
      const omitted = omissions(init, source)
      const isSchema = !AS_IT_IS.includes(init.type) && checksBy(init, omitted)
      if (isSchema && file.includes('/endpoints/')) {
        edits.push({ start: id.typeAnnotation?.start ?? id.end, end: init.end, text: ' = undefined' })
        continue
      }
      edits.push(...omitted)
      if (AS_IT_IS.includes(init.type)) continue
      edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' })
      edits.push({ start: init.end, end: init.end, text: '))()' })
    }
  }
  return withoutIdleImports(applied(source, edits))
}

/**
 * @param {Node} node
 * @param {string} source
 * @returns {Edit[]}
 */
function omissions(node, source) {
  if (isDeclaration(node)) {
    const kept = /** @type {Node[]} */ (node.properties).filter((property) => !SERVERS.includes(nameOf(property)))
    const text = kept.map(({ start, end }) => source.slice(start, end)).join(', ')
    return [{ start: node.start, end: node.end, text: `{ ${text} }` }]
  }
  const parts = Object.values(node).flat()
  return parts.flatMap((part) => (typeof part?.type === 'string' ? omissions(part, source) : []))
}

/**
 * Whether a schema is still made of it, once that was left out.
 *
 * @param {Node} node
 * @param {Edit[]} omitted
 * @returns {boolean}
 */
function checksBy(node, omitted) {
  if (omitted.some(({ start, end }) => start <= node.start && node.end <= end)) return false
  if (node.type === 'Identifier' && node.name === 'z') return true
  return Object.values(node)
    .flat()
    .some((part) => typeof part?.type === 'string' && checksBy(part, omitted))
}

/** @param {Node} node */
function isDeclaration({ type, properties = [] }) {
  const names = properties.map(nameOf)
  return type === 'ObjectExpression' && [DECLARES, SERVERS].every((some) => some.some((name) => names.includes(name)))
}

/** @param {Node} property */
const nameOf = ({ type, key }) => (type === 'Property' ? (key.name ?? key.value) : '')

/**
 * @param {string} source
 * @param {Edit[]} edits
 */
function applied(source, edits) {
  let at = 0
  let text = ''
  for (const edit of edits.sort((a, b) => a.start - b.start || a.end - b.end)) {
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + source.slice(at)
}

/**
 * What is imported for schemas alone would bring its file along, to wherever the endpoint is called.
 *
 * @param {string} source
 */
function withoutIdleImports(source) {
  const statements = statementsOf(source)
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  const types = statements.filter((statement) => TYPES.includes((statement.declaration ?? statement).type))
  const rest = applied(
    source,
    [...imports, ...types].map(({ start, end }) => ({ start, end, text: '' })),
  )
  const isUsed = (/** @type {Node} */ { local }) => new RegExp(`\\b${local.name}\\b`).test(rest)
  const idle = imports.filter(({ specifiers }) => !specifiers.some(isUsed))
  return applied(
    source,
    idle.map(({ start, end }) => ({ start, end, text: '' })),
  )
}

/**
 * @param {string} source
 * @returns {Node[]}
 */
const statementsOf = (source) => /** @type {any} */ (parseAst(source, { lang: 'ts' })).body
