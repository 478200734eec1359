import { SetUpSecondStep } from '../sign-in/set-up-second-step.tsx'
import { signOut } from './sign-out.ts'

/** Where anyone who must have a second step sets it up, or leaves. */
export const SetUpSecondStepPage = () => <SetUpSecondStep onSignOut={() => void signOut()} />
