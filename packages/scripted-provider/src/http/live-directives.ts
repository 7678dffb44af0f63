import type { Directive, Directives } from '../read-directives.ts'
import type { ProviderState } from './exchange.ts'

/** Directives that strike only so often, where they have the option `times`. Counted for each directive and prompt. */
export function liveDirectives(directives: Directives, prompt: string, state: ProviderState): Directives {
  const live = new Map<string, Directive>()
  for (const [name, directive] of directives) {
    const times = Number(directive.options['times'] ?? Infinity)
    const key = `${name} ${directive.text} ${prompt}`
    const struck = state.strikes.get(key) ?? 0
    if (Number.isFinite(times)) {
      if (struck >= times) continue
      state.strikes.set(key, struck + 1)
    }
    live.set(name, directive)
  }
  return live
}
