import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RICH_TEXT } from '../../../shared/kit/rich-text.ts'
import { Input } from '../ui/input.tsx'
import type { KindInputProps } from './field-input-props.ts'
import css from './rich-text.module.css'

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: [...RICH_TEXT.schemes], defaultProtocol: 'https' },
  }),
]

interface Tool {
  key: string
  /** What stands on its button. */
  sign: string
  on: (editor: Editor) => boolean
  press: (editor: Editor) => void
}

const mark = (key: string, sign: string, press: Tool['press'], attributes?: object): Tool => ({
  key,
  sign,
  on: (editor) => editor.isActive(key.replace(/\d$/, ''), attributes),
  press,
})

const TOOLS: readonly Tool[] = [
  mark('heading2', 'H1', (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(), { level: 2 }),
  mark('heading3', 'H2', (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(), { level: 3 }),
  mark('bold', 'B', (editor) => editor.chain().focus().toggleBold().run()),
  mark('italic', 'I', (editor) => editor.chain().focus().toggleItalic().run()),
  mark('underline', 'U', (editor) => editor.chain().focus().toggleUnderline().run()),
  mark('bulletList', '•', (editor) => editor.chain().focus().toggleBulletList().run()),
  mark('orderedList', '1.', (editor) => editor.chain().focus().toggleOrderedList().run()),
  mark('blockquote', '“', (editor) => editor.chain().focus().toggleBlockquote().run()),
]

function Tools({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const { t } = useTranslation(['common', 'controls'])
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => [...TOOLS.map((tool) => tool.on(now)), now.isActive('link')],
  })
  const [linking, setLinking] = useState(false)
  return (
    <>
      <div className={css.tools} role="toolbar" aria-label={t('controls:editor.tools')}>
        {TOOLS.map((tool, at) => (
          <button
            key={tool.key}
            type="button"
            aria-pressed={on[at] ?? false}
            aria-label={t(`controls:editor.${tool.key}`)}
            title={t(`controls:editor.${tool.key}`)}
            disabled={disabled}
            onClick={() => tool.press(editor)}
          >
            {tool.sign}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={on.at(-1) ?? false}
          aria-expanded={linking}
          disabled={disabled}
          onClick={() => setLinking(!linking)}
        >
          {t('controls:editor.link')}
        </button>
      </div>
      {linking && <Link editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

/** Where the link under the cursor leads; an empty address takes it away. */
function Link({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation(['common', 'controls'])
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? ''))
  function apply() {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href.trim() === '') chain.unsetLink().run()
    else chain.setLink({ href: href.trim() }).run()
    onDone()
  }
  return (
    <div className={css.tools}>
      <Input
        autoFocus
        size="small"
        className="grow"
        type="url"
        aria-label={t('controls:editor.link_to')}
        placeholder="https://"
        value={href}
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it is not to be sent.
          event.preventDefault()
          apply()
        }}
      />
      <button type="button" onClick={apply}>
        {t('action.apply')}
      </button>
    </div>
  )
}

/** Writes a text of `RICH_TEXT`; an empty one is null. */
export function RichTextEditor({ id, label, value, onChange, invalid, disabled, describedBy }: KindInputProps) {
  const html = typeof value === 'string' ? value : ''
  const editor = useEditor({
    extensions,
    content: html,
    editable: !disabled,
    // A style element of its own is what the content policy forbids; what it would hold is in our styles.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
    },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? null : now.getHTML()),
  })
  useEffect(() => {
    // Changed from elsewhere: started over, or another's value taken.
    if (editor && !editor.isDestroyed && html !== (editor.isEmpty ? '' : editor.getHTML()))
      editor.commands.setContent(html)
  }, [editor, html])
  if (!editor) return null
  return (
    <div className={[css.editor, invalid && css.invalid].filter(Boolean).join(' ')}>
      <Tools editor={editor} disabled={disabled} />
      <EditorContent editor={editor} className={`${css.area} ${css.text}`} />
    </div>
  )
}
