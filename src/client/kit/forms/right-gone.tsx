import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../session/can.tsx'
import { Banner } from '../ui/states.tsx'
import css from './form.module.css'

/** Anyone who began a form may have lost the right meanwhile: what they typed stays, and they read why it cannot be saved. */
export function RightGone({ permission }: { permission: string }) {
  const { t } = useTranslation('common')
  const may = useMay()(permission)
  const [had] = useState(may)
  if (may || !had) return null
  return (
    <div className={css.restored}>
      <Banner tone="waiting" icon="warning">
        {t('form.right_gone')}
      </Banner>
    </div>
  )
}
