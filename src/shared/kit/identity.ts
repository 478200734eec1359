import * as z from 'zod/mini'

/** The id of a record. Apart from the schemas of whole records, which a page that shows none does without. */
export const identity = () => z.int({ error: 'required' }).check(z.gte(1, { error: 'required' }))
