import { addAlarmPhoto, removeAlarmPhoto } from '../../shared/endpoints/photos.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { useMay } from '../kit/session/can.tsx'
import { PhotosCard } from '../offline/photos/photos-card.tsx'
import { useAlarmWords } from './alarm-words.ts'
import { subjectOf } from './decisions.ts'
import type { Case } from './use-known-case.ts'

/** What people took photos of, over all times of the case. */
export function CasePhotos({ view }: { view: Case }) {
  const words = useAlarmWords()
  const may = useMay()
  const alarm = view.alarm as unknown as Alarm
  const target = {
    subject: subjectOf(alarm.id),
    label: `${words.title(alarm)} · ${words.place(alarm)}`,
    endpoint: addAlarmPhoto,
    names: { id: alarm.id },
  }
  return (
    <PhotosCard
      photos={view.photos}
      target={target}
      subjects={view.occurrences.map(({ id }) => subjectOf(id))}
      may={may(addAlarmPhoto.permission)}
      remove={removeAlarmPhoto}
    />
  )
}
