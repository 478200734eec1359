import sanitizeHtml from 'sanitize-html'
import { RICH_TEXT } from '../../shared/kit/rich-text.ts'

/** What of an HTML text may be kept; empty when no word is left of it. */
export function keptRichText(html: string): string {
  const clean = sanitizeHtml(html, {
    allowedTags: [...RICH_TEXT.tags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: [...RICH_TEXT.schemes],
    allowProtocolRelative: false,
    // Nested without end it would exhaust anyone who draws it.
    nestingLimit: 20,
  }).trim()
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} }).trim() === '' ? '' : clean
}
