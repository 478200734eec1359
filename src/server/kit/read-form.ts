/**
 * A form's fields (application/x-www-form-urlencoded). What is said several times is a list, and so is what form libraries
 * write as one: `ids[]=1&ids[]=2`, `ids[0]=1&ids[1]=2`.
 */
export function readForm(text: string): Record<string, string | string[]> {
  const form: Record<string, string | string[]> = Object.create(null)
  for (const [written, value] of new URLSearchParams(text)) {
    const name = written.replace(/\[\d*\]$/, '')
    const before = form[name]
    if (Array.isArray(before)) before.push(value)
    else if (before !== undefined) form[name] = [before, value]
    else form[name] = name === written ? value : [value]
  }
  return form
}
