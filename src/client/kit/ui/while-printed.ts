/** Calls back before a page is printed and after it. Returns what ends it. */
export function whilePrinted(before: () => void, after: () => void): () => void {
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}
