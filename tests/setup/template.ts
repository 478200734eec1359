/** The migrated databases that each test's own is copied from: one that no server has used yet, one that a server has started on. */
export const TEMPLATES = { unused: 'chargedeck_template', started: 'chargedeck_started' }
