import type { GatewayState } from '../gateway-state.ts'
import type { ApiKey } from '../keys/api-key.ts'

/** The patterns by which channels serve models that no list may name. A key that is for some models only is told of none. */
export function patternsOf({ channels }: GatewayState, key: ApiKey | undefined): readonly string[] {
  if ((key?.models?.length ?? 0) > 0) return []
  const names = channels.flatMap(({ models }) => models.map(({ name }) => name))
  return [...new Set(names.filter((name) => name.includes('*') && name !== '*'))]
}
