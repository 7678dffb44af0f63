import { invalidRequest } from '@interlingua/adapter-kit'
import type { Failure, GenerateRequest } from '@interlingua/core'
import { restOf } from './wire.ts'

/** Failure of a request for an agent, which runs at its own service alone: any other upstream would answer as another model. */
export const agentElsewhere: Failure = invalidRequest('agent: an agent runs at its own service alone; name a model', '/agent')

export function refuseAgent(request: GenerateRequest): Failure | undefined {
  return restOf(request)['agent'] === undefined ? undefined : agentElsewhere
}
