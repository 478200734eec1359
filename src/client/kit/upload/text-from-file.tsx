import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { chooseFiles } from './choose-files.ts'

/** What is read into a field; a certificate in PEM has a few thousand characters. */
const MOST = 100_000
/** What is text all through, line breaks included. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/

/** Text as it is; of anything else its bytes in base64, as makers keep signatures in files. */
async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, MOST).arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return PLAIN.test(text) ? text.trim() : btoa(text)
}

/** Fills in a field from a file: a certificate, a signature. */
export function TextFromFile({ onChange }: { onChange: (value: unknown) => void }) {
  const { t } = useTranslation('files')
  async function choose() {
    const [file] = await chooseFiles()
    if (file) onChange(await textOf(file))
  }
  return (
    <Button size="small" look="link" onClick={() => void choose()}>
      {t('choose_file')}
    </Button>
  )
}
