import type { GenerateRequest, ServerState } from '../request.ts'

const kept = ['previousResponse', 'conversation', 'prompt'] as const

/** What of the conversation a caller left at the provider that keeps it, if anything. */
export function keptElsewhere({ state }: GenerateRequest): keyof ServerState | undefined {
  return state && kept.find((key) => state[key] !== undefined)
}
