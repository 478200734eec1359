import { clear, createStore } from 'idb-keyval'

/** Where the system sends a photo that is shared, and the page that asks whose it is: the manifest names it. */
export const SHARE_PATH = '/share'

/** What other apps shared. Only where it is used: a browser without storage shares nothing. */
export const sharedStore = () => createStore('chargedeck-shared', 'photos')

export const forgetShared = (): Promise<void> => clear(sharedStore())
