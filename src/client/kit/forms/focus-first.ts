/** The first of these fields (`data-field`), such as those at fault, takes the focus and comes into view, in the order in which they stand. */
export function focusFirst(names: readonly string[]) {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')]
  const first = fields.find((field) => names.includes(field.dataset.field ?? ''))
  first
    ?.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable]')
    ?.focus({ preventScroll: true })
  first?.scrollIntoView?.({ block: 'center' })
}
