import { alsoIn } from './spoken.ts'

await alsoIn('ocpp2.1', './running-cost.test.ts')
