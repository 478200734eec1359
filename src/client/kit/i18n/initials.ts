/** Two letters of a name in Latin script, the last two characters of a Chinese one. */
export function initialsOf(name: string): string {
  const trimmed = name.trim()
  if (/[\u4e00-\u9fff]/.test(trimmed)) return trimmed.slice(-2)
  const words = trimmed.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [...trimmed].slice(0, 2)
  return letters.join('').toUpperCase()
}
