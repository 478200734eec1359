/** What every table keeps of a number. */
export const LARGEST = 2_147_483_647

/**
 * A number that we gave a pile, as it names it again. Of one that is beyond all that we give nothing is known, as of none: some piles count on their own,
 * and what they report with it has to be stored all the same.
 */
export const ownNumber = (number: number | undefined): number | null =>
  number !== undefined && number >= 0 && number <= LARGEST ? number : null
