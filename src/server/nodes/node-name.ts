import { hostname } from 'node:os'

const SIGNS = 60

/** What people call a node: NODE_NAME, or the machine and the process where nobody says. */
export const nodeName = (given?: string): string => (given ?? `${hostname()} ${process.pid}`).slice(0, SIGNS)
