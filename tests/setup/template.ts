/** The migrated database that each test's own is copied from. */
export const templateName = 'chargedeck_template'
