import { useTranslation } from 'react-i18next'
import { Button } from '../kit/ui/button.tsx'
import { chooseFiles } from '../kit/upload/choose-files.ts'

/** What is read into the field; a certificate in PEM has a few thousand characters. */
const MOST = 100_000

/** Fills in a certificate from a file. */
export function PemFile({ onChange }: { onChange: (value: unknown) => void }) {
  const { t } = useTranslation('certificates')
  async function choose() {
    const [file] = await chooseFiles()
    if (file) onChange((await file.slice(0, MOST).text()).trim())
  }
  return (
    <Button size="small" look="link" onClick={() => void choose()}>
      {t('choose_file')}
    </Button>
  )
}
