import { upstreams, type Upstream } from '../../../clients/driver/upstreams.ts'
import type { SeenRequest } from '../../../clients/driver/watch-upstream.ts'
import type { JsonObject } from '../../../packages/core/src/index.ts'
import { vendorRefusals } from '../../../packages/scripted-provider/src/index.ts'
import { steps } from './agent-cases.ts'

/** Signatures or seals of reasoning in each upstream's requests. OpenAI's chat models have none. */
const seals: Readonly<Record<Upstream, RegExp | undefined>> = {
  messages: /"signature":\s*"[^"]/g,
  responses: /"encrypted_content":\s*"[^"]/g,
  chat: undefined,
  contents: /"thoughtSignature":\s*"(?!skip_thought)[^"]/g,
}

/** Refusal of the upstream's vendor; `undefined` if it would accept the agent's requests. */
export function refusalOf(upstream: Upstream, seen: readonly SeenRequest[]): string | undefined {
  for (const { body } of seen) {
    const read = JSON.parse(body) as JsonObject // the mark was found in it, and agents write JSON
    const [refusal] = vendorRefusals(upstream, typeof read['model'] === 'string' ? read['model'] : upstreams[upstream], read)
    if (refusal !== undefined) return `the vendor refuses: ${refusal.rule} ${refusal.path}: ${refusal.message}`
  }
  return undefined
}

/** Result of replay: true if each step brought back all earlier seals; `undefined` if the upstream seals nothing. */
export function replayOf(upstream: Upstream, seen: readonly SeenRequest[]): { readonly ok: boolean; readonly note: string } | undefined {
  const seal = seals[upstream]
  if (seal === undefined) return undefined
  const counts = seen.filter(hasTools).map(({ body }) => body.match(seal)?.length ?? 0)
  return { ok: Array.from({ length: steps }).every((_, step) => counts.includes(step + 1)), note: `seals: ${counts.join(', ')}` }
}

/** True if the agent asked again after the cut, with or without tools or a stream. */
export function wasRepeated(seen: readonly SeenRequest[]): boolean {
  const cut = seen.findIndex(hasTools)
  return cut >= 0 && cut < seen.length - 1
}

function hasTools({ body }: SeenRequest): boolean {
  return /"tools":\s*\[\s*\{/.test(body)
}
