/** A word as a title begins. Scripts without capitals stay as they are. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
