import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeBackup } from '../kit/database/backup/write.ts'
import { backupName } from './backup-name.ts'
import { fileArgument, runProgram, withDatabase } from './data-programs.ts'

await runProgram(() =>
  withDatabase(async ({ connection, dataDir, contents }) => {
    const file = fileArgument().file ?? join(dataDir, 'backups', backupName(new Date()))
    mkdirSync(dirname(file), { recursive: true })
    const made = await writeBackup(connection, file, contents)
    const size = (statSync(file).size / 1e6).toFixed(1)
    process.stdout.write(
      `${made.rows} rows and ${made.contents} file contents are in ${file} (${size} MB). Secrets of the data folder are not: keep those too.\n`,
    )
  }),
)
