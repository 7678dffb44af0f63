import type { Format } from '@interlingua/core'
import type { Ability } from '../channels/ability.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { GatewayState } from '../gateway-state.ts'

const abilities = ['generate', 'embed', 'predict'] as const satisfies readonly Ability[]

/** Where a model is to be had, whatever it is for. */
export function findAny({ candidates }: GatewayState, model: string, format: Format): Target | undefined {
  for (const ability of abilities) {
    const [target] = candidates(model, format, ability).targets
    if (target) return target
  }
  return undefined
}
