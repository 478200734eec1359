import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { OPEN_PATH, type PushNews } from '../offline/background-sync.ts'

/** A notification was pressed while the console is open: it leads there as a link does, and a form that is half filled asks first. */
export function useOpenPath() {
  const navigate = useNavigate()
  useEffect(() => {
    const hear = ({ data }: MessageEvent<PushNews>) => data?.type === OPEN_PATH && void navigate(data.path)
    navigator.serviceWorker?.addEventListener('message', hear)
    return () => navigator.serviceWorker?.removeEventListener('message', hear)
  }, [navigate])
}
