import { Suspense } from 'react'
import { Skeleton } from '../kit/ui/states.tsx'
import { PushCard } from '../push/push-card.tsx'
import { ChangePassword } from '../sign-in/change-password.tsx'
import { Factors } from '../sign-in/factors/factors.tsx'
import { Sessions } from '../sign-in/sessions.tsx'
import { UserCentre } from '../user-centre/user-centre.tsx'
import { clearLocalData } from './clear-local-data.ts'

/** The user centre with what signing in and this browser add to it. */
export const UserCentrePage = () => (
  <UserCentre
    sessions={<Sessions />}
    factors={<Factors />}
    push={
      <Suspense fallback={<Skeleton height={240} />}>
        <PushCard />
      </Suspense>
    }
    password={(onClose) => (
      <Suspense fallback={null}>
        <ChangePassword onClose={onClose} />
      </Suspense>
    )}
    onClear={() => void clearLocalData()}
  />
)
