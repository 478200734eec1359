/**
 * What makes a record a person's: columns of its table that hold the identity of something a person may reach. Any one of
 * them is enough. Data alone, as all of an entity's declaration.
 */
export interface Ties {
  site?: string
  pile?: string
  merchant?: string
  dept?: string | readonly string[]
  /** The person it is. */
  user?: string
  /** Anyone who made it: it is theirs and their colleagues'. */
  creator?: string
  /** A reference: the record belongs as the one that it points at. */
  through?: string
  /** A file: it belongs with every record that holds it. */
  held?: true
  /** It tells of a record: columns that hold an entity's name and the record's identity. */
  named?: { entity: string; id: string }
  /** A table whose rows are this record's: `own` names it, any of the others a site, pile or merchant. */
  rows?: { table: string; own: string; site?: string; pile?: string; merchant?: string }
}

/**
 * How an entity's records belong. `everybody`: they are nobody's own, as a price is. `whole`: only for who reaches everything.
 * Of two the second counts where the first one's reference is empty.
 */
export type Within = 'everybody' | 'whole' | Ties | readonly [Ties & { through: string }, Ties]
