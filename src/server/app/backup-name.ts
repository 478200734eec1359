/** `chargedeck-2026-11-20T071244.backup`, by the clock of UTC: names in order are backups in order. */
export const backupName = (at: Date): string => `chargedeck-${at.toISOString().slice(0, 19).replaceAll(':', '')}.backup`

export const isBackupName = (name: string): boolean => /^chargedeck-\d{4}-\d\d-\d\dT\d{6}\.backup$/.test(name)
