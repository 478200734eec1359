/** What a rich text may hold: anything else is taken away when it is stored, and not drawn when it is shown. */
export const RICH_TEXT = {
  tags: ['p', 'br', 'h2', 'h3', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'hr', 'a'],
  /** Where a link may lead. */
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const
