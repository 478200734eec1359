import { permissionTo } from '../../shared/commands/declare.ts'
import { everyOffered } from '../../shared/commands/index.ts'

/** Those of the pile's page: a gun's own stand beside the gun. */
export const onPage = everyOffered.filter(({ about, elsewhere }) => about !== 'gun' && !elsewhere)
export const forManyPiles = everyOffered.filter(({ bulk }) => bulk)
/** Anyone who has one of these finds something to do among a pile's commands. */
export const PAGE_PERMISSIONS: readonly string[] = [...onPage.map(permissionTo), 'pile.call']
