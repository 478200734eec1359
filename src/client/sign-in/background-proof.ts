import type { WorkDone, WorkToDo } from '../../shared/endpoints/auth.ts'

export interface BackgroundProof {
  /** Undefined when it could not be done; the server then says so at the picture's field. */
  done: Promise<WorkDone | undefined>
  stop(): void
}

/** Does a picture's work behind the page, so that nobody notices while they type. */
export function proveInBackground(work: WorkToDo): BackgroundProof {
  const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' })
  const done = new Promise<WorkDone | undefined>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkDone | null>) => resolve(data ?? undefined))
    worker.addEventListener('error', () => resolve(undefined))
    worker.postMessage(work)
  })
  return { done: done.finally(() => worker.terminate()), stop: () => worker.terminate() }
}
