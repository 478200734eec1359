/** The words of the roles that an installation starts with, as they are written into it; the console says them in each language. */
export const SAMPLE_ROLES = {
  admin: {
    name: 'System administrator',
    alias: 'admin',
    remark: 'Everything in the menu but the outbox. What comes with a later version has to be added.',
  },
  auditor: {
    name: 'Auditor',
    alias: 'Auditor',
    remark: 'Sees every page and exports what it shows; changes nothing.',
  },
  business: {
    name: 'Business administrator',
    alias: 'business administrator',
    remark: 'Runs sites, piles, prices, customers and orders; nothing of the system.',
  },
  technician: {
    name: 'Site technician',
    alias: 'technician',
    remark: 'Keeps piles running: commands, alarms, berths. Limit it to the sites that it looks after.',
  },
  finance: {
    name: 'Finance',
    alias: 'finance',
    remark: 'Orders, refunds, balances and what merchants are owed.',
  },
} as const
export type SampleRole = keyof typeof SAMPLE_ROLES
