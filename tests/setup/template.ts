/** The databases that each test's own is copied from: one without a table, and two that are migrated, of which no server or one has used. */
export const TEMPLATES = { empty: 'template0', unused: 'chargedeck_template', started: 'chargedeck_started' }
