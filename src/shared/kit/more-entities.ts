/**
 * The namespace in which a word is looked up that `entities` lacks: what is said of entities that the first lists do not show.
 * `entities` names every entity (`one`, `many`).
 */
export const MORE_ENTITIES = 'more_entities'
