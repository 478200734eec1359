import { useTranslation } from 'react-i18next'
import { asFailure } from '../../kit/api/failure.ts'
import { NotKept } from '../sending.ts'
import { TooManyPhotos } from './kept-photos.ts'
import { NoPhoto } from './scale-photo.ts'

/** Why a photo was not taken, in words. */
export function useWhyNotKept() {
  const { t } = useTranslation('offline')
  return (error: unknown): string => {
    if (error instanceof NoPhoto) return t('photos.unreadable')
    if (error instanceof TooManyPhotos) return t('photos.too_many')
    return error instanceof NotKept ? t('photos.not_kept') : asFailure(error).message
  }
}
