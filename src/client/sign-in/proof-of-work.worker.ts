import type { WorkToDo } from '../../shared/endpoints/auth.ts'
import { solve } from './proof-of-work.ts'

self.addEventListener('message', async ({ data }: MessageEvent<WorkToDo>) => self.postMessage(await solve(data)))
