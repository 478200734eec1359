import { useTranslation } from 'react-i18next'
import type { Photo, PhotoRemoval } from '../../../shared/endpoints/photos.ts'
import { file } from '../../../shared/entities/file.ts'
import { permissionOf } from '../../../shared/kit/entity.ts'
import { call } from '../../kit/api/call.ts'
import { doAndSay } from '../../kit/api/do-and-say.ts'
import { canGoNow } from '../../kit/api/now-only.ts'
import { useMay } from '../../kit/session/can.tsx'
import { confirm } from '../../kit/ui/confirm.tsx'

/** The kinds of record that have photos. */
const HOLDERS = ['alarm', 'work_order', 'inspection']

/** What removes a photo, by its file: one's own, and any where the person may delete files. */
export function useRemoval(photos: readonly Photo[], endpoint: PhotoRemoval | undefined) {
  const { t } = useTranslation(['files', 'common'])
  const may = useMay()
  const any = may(permissionOf(file, 'delete'))
  return (key: string) => {
    const photo = photos.find(({ file_key }) => file_key === key)
    if (!endpoint || !photo || !may(endpoint.permission) || !(photo.own || any)) return undefined
    return async () => {
      if (!canGoNow()) return
      const question = { title: t('photo_remove'), text: t('photo_remove_text'), yes: t('remove'), danger: true }
      if (!(await confirm(question))) return
      const body = { id: photo.of, file_key: key }
      await doAndSay(() => call(endpoint, body), { done: t('photo_removed'), changes: HOLDERS })
    }
  }
}
