import type { Pile } from '../pile.ts'
import { controllers } from './controllers.ts'
import { hardware } from './hardware.ts'
import { isOfComponent, isVariable, type Named, type Variable } from './variable.ts'

/** All components of a pile with their variables. */
export class DeviceModel {
  readonly variables: readonly Variable[]

  constructor(pile: Pile, more: readonly Variable[] = []) {
    const isSame = (a: Variable, b: Variable) =>
      a.component === b.component && a.variable === b.variable && a.instance === b.instance
    const usual = controllers(pile).filter((one) => !more.some((other) => isSame(one, other)))
    this.variables = [...usual, ...more, ...hardware(pile)]
  }

  find({ component, variable }: Named): Variable | 'UnknownComponent' | 'UnknownVariable' {
    const ofComponent = this.variables.filter((known) => isOfComponent(known, component))
    if (ofComponent.length === 0) return 'UnknownComponent'
    return ofComponent.find((known) => isVariable(known, variable)) ?? 'UnknownVariable'
  }
}
