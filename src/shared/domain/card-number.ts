/** The longest number of a card (OCPP 2.0.1, 2.28; 2.1 has room for more). */
export const MOST_CARD_NUMBER = 36
/** The longest that piles of OCPP 1.6 know (CiString20Type, 7.28). */
export const MOST_CARD_NUMBER_AT_16 = 20

/** Only piles of a version after 1.6 can be told of it. */
export const isLongNumber = (number: string): boolean => number.length > MOST_CARD_NUMBER_AT_16

/** The one version that knows no longer ones, as it is kept of a pile. */
const SHORT = 'ocpp1.6'

/** Whether a pile can be told of such numbers, by what it spoke last; of one that never came it is not known. */
export const takesLongNumbers = (protocol: string | null): boolean => protocol !== null && protocol !== SHORT
