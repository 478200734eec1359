import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const path = '../shared/tools/ocpp-load.mjs'

/** A load of others for any OCPP server, where it lies beside the project. Answers with calls a second. */
export const yardstick = {
  path,
  async run(url: string, { piles, seconds }: { piles: number; seconds: number }): Promise<number> {
    const args = [path, '--url', url, '--n', String(piles), '--seconds', String(seconds)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return (JSON.parse(stdout) as { perSec: number }).perSec
  },
}
