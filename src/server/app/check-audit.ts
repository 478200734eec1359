import { parseArgs } from 'node:util'
import type { NotedSeal } from '../../shared/endpoints/audit-chain.ts'
import { openDatabase } from '../kit/database/pool.ts'
import { checkChain } from '../logs/chain/check.ts'
import { sealAudit } from '../logs/chain/seal.ts'
import { runProgram, withDatabase } from './data-programs.ts'

/** `npm run audit -- --noted 4711:9f86…`: the seals that were noted elsewhere have to be in the log. */
function notedSeals(): NotedSeal[] {
  const { values } = parseArgs({ options: { noted: { type: 'string', multiple: true } } })
  return (values.noted ?? []).map((written) => {
    const [, position, hash = ''] = /^([1-9]\d*):([0-9a-f]{64})$/i.exec(written) ?? []
    if (!position) throw new Error(`"${written}" is no seal. It reads like 4711: and 64 hexadecimal digits.`)
    return { position: Number(position), hash: hash.toLowerCase() }
  })
}

await runProgram(() =>
  withDatabase(async ({ connection }) => {
    const noted = notedSeals()
    const opened = openDatabase(typeof connection === 'string' ? { connectionString: connection } : connection, {
      max: 2,
    })
    try {
      await sealAudit(opened.db)
      const { whole, since, entries, position, hash, problem } = await checkChain(opened.db, noted)
      if (!whole && problem)
        throw new Error(
          `BROKEN (${problem.why}) at ${problem.entry_id ? `entry ${problem.entry_id}` : `place ${problem.position}`}.`,
        )
      process.stdout.write(`whole: ${entries} entries since ${since ?? 'now'}\n${position}:${hash}\n`)
    } finally {
      await opened.close()
    }
  }),
)
