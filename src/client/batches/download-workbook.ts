import { exportBatch } from '../../shared/endpoints/batches.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import { fetchFile, fileNameOf } from '../kit/api/file.ts'
import { saveFile } from '../kit/sheets/save-file.ts'

/** Ten thousand codes take the server some seconds, and others may be before us. */
const PATIENCE_MS = 120_000

/** Asks for a batch's workbook and saves it under the server's name for it. Throws a `Failure` in the person's words. */
export async function downloadWorkbook(body: Body<typeof exportBatch>): Promise<void> {
  const response = await fetchFile({ ...exportBatch, body, signal: AbortSignal.timeout(PATIENCE_MS) })
  saveFile(new File([await response.blob()], fileNameOf(response)))
}
