import { CERTIFICATE_USES, ROOT_USES } from '../domain/root-certificate.ts'
import { choice, count, reference } from '../kit/fields.ts'
import { command } from './declare.ts'

/** Gives a pile a root to believe. */
export const installCertificate = command('install_certificate', {
  about: 'pile',
  icon: 'upload',
  fields: { use: choice(ROOT_USES, { initial: 'central' }), root_certificate_id: reference('root_certificate') },
  bulk: true,
  resolved: true,
})

/** Asks a pile which roots it holds. */
export const listCertificates = command('list_certificates', {
  about: 'pile',
  icon: 'search',
  fields: { use: choice(CERTIFICATE_USES, { initial: 'central' }) },
  bulk: true,
  resolved: true,
})

/** Takes a root away that the pile told of; never the last one by which it knows this network. */
export const deleteCertificate = command('delete_certificate', {
  about: 'pile',
  icon: 'trash',
  fields: { installed_id: count() },
  confirm: true,
  danger: true,
  connected: true,
  elsewhere: true,
  resolved: true,
})
