import { createElement, type ReactNode, useMemo } from 'react'
import { RICH_TEXT } from '../../../shared/kit/rich-text.ts'
import css from './rich-text.module.css'
import { parse } from './rich-text-words.ts'

const TAGS = new Set<string>(RICH_TEXT.tags)
const SCHEMES = new Set<string>(RICH_TEXT.schemes.map((scheme) => `${scheme}:`))

/** Where a link leads; null when it is nowhere that one may be led. */
function addressOf(element: Element): string | null {
  const href = element.getAttribute('href') ?? ''
  try {
    return SCHEMES.has(new URL(href).protocol) ? href : null
  } catch {
    return null
  }
}

const drawAll = (node: Node): ReactNode[] => [...node.childNodes].map(draw)

/** An element of `RICH_TEXT` as itself, of any other what is written in it. No markup is ever set as markup. */
function draw(node: Node, at: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.tagName.toLowerCase()
  if (tag === 'script' || tag === 'style') return null
  if (!TAGS.has(tag)) return drawAll(node)
  const inner = drawAll(node)
  if (tag !== 'a') return createElement(tag, { key: at }, ...inner)
  const href = addressOf(node)
  return href ? createElement('a', { key: at, href, target: '_blank', rel: 'noopener noreferrer' }, ...inner) : inner
}

/** A rich text as it was written. */
export function RichTextView({ html }: { html: string }) {
  const content = useMemo(() => drawAll(parse(html)), [html])
  return <div className={css.text}>{content}</div>
}
