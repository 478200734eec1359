import { useTranslation } from 'react-i18next'
import { handPilesOver, takePilesAgain } from '../../shared/endpoints/nodes.ts'
import type { Node } from '../../shared/entities/node.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { useHome } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { confirm } from '../kit/ui/confirm.tsx'

/** What a person can have a node do, on its row and its card. */
export function useNodeActions() {
  const { t } = useTranslation('nodes')
  const handOver = async ({ id, name }: Node) => {
    const title = t('hand_over_title', { name })
    if (!(await confirm({ title, text: t('hand_over_text'), yes: t('hand_over') }))) return
    await doAndSay(() => call(handPilesOver, { id }), { done: t('hands_over'), changes: ['node'] })
  }
  const takeAgain = ({ id }: Node) =>
    doAndSay(() => call(takePilesAgain, { id }), { done: t('takes_again'), changes: ['node'] })
  const piles = useHome('pile')
  return (node: Node): Action[] => {
    const { permission } = handPilesOver
    const shown: Action[] =
      piles && node.piles > 0
        ? [{ key: 'piles', label: t('show_piles'), icon: 'plug', to: `${piles}?node_id=${node.id}` }]
        : []
    if (node.handing_over_from !== null && node.state === 'draining')
      return [
        ...shown,
        { key: 'take', label: t('take_again'), icon: 'refresh', permission, onPress: () => void takeAgain(node) },
      ]
    if (node.state !== 'running') return shown
    return [
      ...shown,
      { key: 'hand', label: t('hand_over'), icon: 'share', permission, onPress: () => void handOver(node) },
    ]
  }
}
