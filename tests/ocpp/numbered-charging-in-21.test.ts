import { alsoIn } from './spoken.ts'

await alsoIn('ocpp2.1', './numbered-charging.test.ts')
