import { createRequire } from 'node:module'

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

const feature = '^src/server/(?!kit/|app/|migrations/)([^/]+)/'
const screens = '^src/client/(?!kit/|app/)([^/]+)/'

/**
 * @param {string} name
 * @param {string} comment
 * @param {object} from
 * @param {object} to
 * @returns {Rule}
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Who may import whom. Types count: what needs another's types needs the other. */
const forbidden = [
  forbid('shared-alone', 'Shared code runs on both sides.', { path: '^src/shared/' }, { path: '^src/(?!shared/)' }),
  forbid(
    'shared-needs-its-schema-library-only',
    'Whatever it needs, the console loads before its first screen.',
    { path: '^src/shared/' },
    { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
  ),
  forbid(
    'small-schema-library',
    'The console loads schemas before its first screen, and the library whole is many times as much.',
    { path: '^src/' },
    { path: 'node_modules/zod/', pathNot: 'node_modules/zod/(mini|v4/mini)/' },
  ),
  forbid(
    'workbooks-behind-one-file',
    'Another library of workbooks then has one file to serve.',
    { path: '^src/', pathNot: '^src/server/kit/xlsx\\.ts$' },
    { path: 'node_modules/hucre/' },
  ),
  forbid('client', 'It meets the server in shared.', { path: '^src/client/' }, { path: '^src/(server|fleet|tools)/' }),
  forbid('server', 'It meets the client in shared.', { path: '^src/server/' }, { path: '^src/(client|fleet|tools)/' }),
  forbid(
    'fleet',
    'A virtual pile knows what a real one does.',
    { path: '^src/fleet/' },
    { path: '^src/(client|server)/' },
  ),
  forbid(
    'features-apart',
    'The composition root wires features through the small types in ports.ts of whoever uses a thing.',
    { path: feature },
    { path: feature, pathNot: ['^src/server/$1/', '/ports\\.ts$'] },
  ),
  forbid(
    'protocol-is-a-folder',
    'What one protocol calls things, protocols.ts alone hands over.',
    { path: '^src/', pathNot: ['^src/server/ocpp/v\\d+/', '^src/server/ocpp/protocols\\.ts$'] },
    { path: '^src/server/ocpp/v\\d+/' },
  ),
  forbid(
    'protocols-apart',
    'What versions share is in every-version; one goes without the others. 2.1 alone stands on 2.0.1, of which it is the next edition.',
    { path: '^src/server/ocpp/(v\\d+)/', pathNot: '^src/server/ocpp/v21/' },
    { path: '^src/server/ocpp/v\\d+/', pathNot: '^src/server/ocpp/$1/' },
  ),
  forbid(
    'v21-stands-on-v201',
    'It says nearly all as 2.0.1 does, and shares nothing else with a version.',
    { path: '^src/server/ocpp/v21/' },
    { path: '^src/server/ocpp/v\\d+/', pathNot: '^src/server/ocpp/(v21|v201)/' },
  ),
  forbid('kit-knows-no-feature', 'Every feature stands on it.', { path: '^src/server/kit/' }, { path: feature }),
  forbid('nothing-imports-app', 'It is the top.', { path: '^src/(?!server/app/)' }, { path: '^src/server/app/' }),
  forbid(
    'screens-apart',
    'What screens share is in the kit; how they hear and what they keep, in live and offline.',
    { path: screens },
    { path: screens, pathNot: ['^src/client/$1/', '^src/client/(live|offline)/'] },
  ),
  forbid(
    'nothing-imports-client-app',
    'It is the top of the console.',
    { path: '^src/client/(?!app/)' },
    { path: '^src/client/app/' },
  ),
  forbid(
    'client-kit-layers-ui',
    'The lowest layer of the kit: fields, forms and records stand on it.',
    { path: '^src/client/kit/ui/' },
    { path: '^src/client/kit/(fields|forms|records)/' },
  ),
  forbid(
    'client-kit-layers-fields',
    'Forms and records stand on fields.',
    { path: '^src/client/kit/fields/' },
    { path: '^src/client/kit/(forms|records)/' },
  ),
  forbid(
    'client-kit-layers-forms',
    'Records stand on forms.',
    { path: '^src/client/kit/forms/' },
    { path: '^src/client/kit/records/' },
  ),
  forbid(
    'client-kit-knows-no-screen',
    'Every screen stands on it.',
    { path: '^src/client/kit/' },
    { path: '^src/client/(?!kit/)' },
  ),
  forbid('no-cycles', 'A cycle has no place to start reading.', {}, { circular: true }),
  forbid('no-missing', 'What is imported is there.', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
]

// dependency-cruiser reads TypeScript by swc (of TypeScript 7 it knows nothing) and does not switch JSX on.
const swc = createRequire(import.meta.url)('@swc/core')
const parseFile = swc.parseFileSync
/** @type {(path: string, options: object) => unknown} */
swc.parseFileSync = (path, options) => parseFile(path, { ...options, tsx: path.endsWith('.tsx') })

/**
 * Found by `npx depcruise src`, and read by tests/rules/imports.test.ts.
 * @type {import('dependency-cruiser').IConfiguration & { options: import('dependency-cruiser').ICruiseOptions }}
 */
export default {
  forbidden,
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  },
}
