import { toast } from '../ui/toast.ts'
import { needsNetwork } from './failure.ts'

/**
 * Whether what is done at once or not at all can be done. Without a network it is said why it is not kept for later: at the press, before
 * anything is asked or filled in.
 */
export function canGoNow(): boolean {
  if (navigator.onLine) return true
  toast(needsNetwork().message, { tone: 'error' })
  return false
}
