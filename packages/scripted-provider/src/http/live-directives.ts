import type { Directive, Directives } from '../read-directives.ts'
import type { ProviderState } from './demo-request.ts'

/** The directives that still apply, without those whose `times` are used up. Counted for each directive and prompt. */
export function liveDirectives(directives: Directives, prompt: string, state: ProviderState): Directives {
  const live = new Map<string, Directive>()
  for (const [name, directive] of directives) {
    const times = Number(directive.options['times'] ?? Infinity)
    const key = `${name} ${directive.text} ${prompt}`
    const struck = state.directiveUses.get(key) ?? 0
    if (Number.isFinite(times)) {
      if (struck >= times) continue
      state.directiveUses.set(key, struck + 1)
    }
    live.set(name, directive)
  }
  return live
}
