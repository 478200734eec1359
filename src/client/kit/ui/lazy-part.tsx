import i18next from 'i18next'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Failure } from '../api/failure.ts'
import { kept } from './lazy.ts'
import { ErrorBox } from './states.tsx'
import { toast } from './toast.ts'

type Load<P> = () => Promise<{ default: ComponentType<P> }>
/** `bring` loads it ahead, so that it stands there at once where it is shown. What does not come then comes when it is shown. */
type Brought<P> = ComponentType<P> & { bring: () => void }

/** Asks once more for the part in whose place this stands. */
const Again = createContext(() => {})

function useAgain(): () => void {
  const again = useContext(Again)
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return again
}

function Missing() {
  const again = useAgain()
  return <ErrorBox error={new Failure('silent', 0, i18next.t('common:failure.part_missing'))} onRetry={again} />
}

function Nothing() {
  useAgain()
  return null
}

/**
 * One that did not come leaves the page as it is, with `Instead` in its place; it is asked for again where it is shown the next time,
 * and when the network is back.
 */
function part<P extends object>(load: Load<P>, Instead: ComponentType<P>): Brought<P> {
  const { bring, here } = kept(load)
  const anew = (): ComponentType<P> =>
    lazy(
      () =>
        here() ??
        bring().catch(() => {
          now = anew()
          return { default: Instead }
        }),
    ) as unknown as ComponentType<P>
  let now = anew()
  function Part(props: P) {
    const [Shown, setShown] = useState(() => now)
    const [again] = useState(() => () => setShown(() => now))
    return (
      <Again value={again}>
        <Suspense fallback={null}>
          <Shown {...props} />
        </Suspense>
      </Again>
    )
  }
  return Object.assign(Part, { bring: () => void bring().catch(() => {}) })
}

/** A part of a page that loads where it is shown. Nothing of the page is hidden until it is there, or when it does not come: that is said in its place. */
export const lazyPart = <P extends object>(load: Load<P>): Brought<P> => part(load, Missing)

/** What comes by itself and nobody asked for: nobody misses it where it does not come, and nothing is said. */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it
export const lazyAside = <T extends ComponentType<any>>(
  load: () => Promise<{ default: T }>,
): ComponentType<ComponentProps<T>> => part<ComponentProps<T>>(load as Load<ComponentProps<T>>, Nothing)

/**
 * A dialog that loads when it is opened. One that does not come is said and given up, as if the person had closed it: the page with all that
 * was typed stays, and the next press asks for it anew. `close`: how it is given up, where that is not `onClose`.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it
export function lazyDialog<T extends ComponentType<any>>(
  load: () => Promise<{ default: T }>,
  close: (props: ComponentProps<T>) => void = ({ onClose }) => onClose(),
): Brought<ComponentProps<T>> {
  function GivenUp(props: ComponentProps<T>) {
    const given = useRef(props)
    useEffect(() => {
      toast(i18next.t('common:failure.part_missing'), { tone: 'error' })
      close(given.current)
    }, [])
    return null
  }
  return part<ComponentProps<T>>(load as Load<ComponentProps<T>>, GivenUp)
}
