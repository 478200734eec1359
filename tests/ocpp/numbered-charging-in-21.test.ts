import { alsoIn } from './numbered-rig.ts'

await alsoIn('ocpp2.1', './numbered-charging.test.ts')
