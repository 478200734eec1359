import { loaded } from '../ui/lazy.ts'
import { toast } from '../ui/toast.ts'
import { asFailure, isMissingPart } from './failure.ts'
import { reportFault } from './report-fault.ts'

/**
 * A part of the console that is fetched by itself, and not because a person asked for it. Null where it does not come: who wants it
 * does without, says nothing, and asks again another time.
 */
export async function quietly<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await loaded(load)
  } catch (error) {
    // One that came and broke is a fault of ours.
    if (error instanceof Error && !isMissingPart(error)) reportFault(error)
    return null
  }
}

/** A part that a press asks for. Null where it does not come, which is said under what was pressed; the next press asks again. */
export async function pressedFor<T>(what: string, load: () => Promise<T>): Promise<T | null> {
  try {
    return await load()
  } catch (error) {
    toast(asFailure(error).message, { tone: 'error', title: what })
    return null
  }
}
