import type { GenerateRequest, ServerState } from '../request.ts'

const kept = ['previousResponse', 'conversation', 'prompt'] as const

/** Part of the conversation that the caller left at its provider, if any. */
export function keptElsewhere({ state }: GenerateRequest): keyof ServerState | undefined {
  return state && kept.find((key) => state[key] !== undefined)
}
