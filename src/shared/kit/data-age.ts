/** Of an answer that a read replica gave: how many seconds old it may be. */
export const DATA_AGE = 'data-age'
/** Of the answer to a write: anyone who sends it with what they ask next is shown what they wrote, at whichever node. */
export const READ_AFTER = 'read-after'
