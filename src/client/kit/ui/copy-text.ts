/** Puts a text on the clipboard, without TLS as well; false when the browser does not let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Absent where the console is served without TLS.
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else if (!copySelected(text)) return false
    return true
  } catch {
    return false
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
