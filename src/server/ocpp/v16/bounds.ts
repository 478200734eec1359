import { CallRefused } from '../framing.ts'

// A pile has few connectors; everything that names one keeps it in a small number.
const MOST_CONNECTORS = 255
const LARGEST_WH = 1e13
const INT32 = 2_147_483_647

/** Refuses a connector that cannot be; 0 is the pile itself. */
export function requireConnector(number: number, least: 0 | 1): void {
  if (number >= least && number <= MOST_CONNECTORS) return
  throw new CallRefused('property', `/connectorId must be ${least} to ${MOST_CONNECTORS}`)
}

/** Refuses a register that no meter shows. Backwards, jumping and negative ones are the order's to judge. */
export function requireRegister(name: string, wh: number): void {
  if (Math.abs(wh) <= LARGEST_WH) return
  throw new CallRefused('property', `/${name} is no meter's figure`)
}

/** A transaction as it is known: none of ours is beyond 32 bits, so such a number is as unknown as -1. */
export const knownTransaction = (id: number): string => String(id >= 0 && id <= INT32 ? id : -1)
