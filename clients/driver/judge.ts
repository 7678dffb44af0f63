import type { JsonObject } from '../../packages/core/src/index.ts'
import { vendorRefusals } from '../../packages/scripted-provider/src/index.ts'
import type { CaseName } from './cases.ts'
import type { Result } from './language.ts'
import { misplacedResult } from './misplaced-result.ts'
import { upstreams, type Upstream } from './upstreams.ts'
import type { SeenRequest, UpstreamWatch } from './watch-upstream.ts'

/** Signatures or seals of reasoning in each upstream's requests. OpenAI's chat models have none. */
const seals: Readonly<Record<Upstream, RegExp | undefined>> = {
  messages: /"signature"\s*:\s*"[^"]/g,
  responses: /"encrypted_content"\s*:\s*"[^"]/g,
  chat: undefined,
  contents: /"thoughtSignature"\s*:\s*"(?!skip_thought)[^"]/g,
}
/** Cases in which the model reasons and calls, so that its signatures must come back. */
const loops: readonly CaseName[] = ['reasoning', 'shell', 'recover']
/** Number of calls, before each of which the model reasons. */
const turns = 2

/**
 * Adds to a client's results what only the upstream could see: the number and time of requests, returned signatures, and closed
 * connections.
 */
export function judge(results: readonly Result[], watch: UpstreamWatch): readonly Result[] {
  return results.flatMap((result) => {
    const seen = watch.seen(`#${result.client}/${result.upstream}/${result.case}#`)
    const problem = result.ok ? (check(result, seen) ?? findRefusal(result.upstream, seen)) : undefined
    const judged = problem === undefined ? result : { ...result, ok: false, note: problem }
    const replay = loops.includes(result.case) ? countReplay(judged, seen) : undefined
    return replay === undefined ? [judged] : [judged, replay]
  })
}

function check({ case: name, at }: Result, seen: readonly SeenRequest[]): string | undefined {
  if (name === 'key') return seen.length > 0 ? 'the upstream was asked, with a key that is none' : undefined
  if (seen.length === 0) return 'the upstream was never asked'
  // Open streams end with the client's process.
  if (name === 'cancel') return seen.some(({ leftAt = Infinity }) => leftAt <= at) ? undefined : 'the upstream went on writing for nobody'
  if (name === 'tools' || name === 'reasoning') return misplacedResult(JSON.parse(seen.at(-1)?.body ?? '{}') as JsonObject) // see below
  if (name === 'recover') {
    const [first, second] = seen.map(({ body }) => body.match(/"role":\s*"(assistant|model)"|"function_call"/g)?.length ?? 0)
    return second === undefined || first === undefined || second > first
      ? 'it did not ask again after the first answer broke off'
      : undefined
  }
  if (name === 'retry') {
    const [first, second] = seen
    if (first === undefined || second === undefined) return 'the upstream was asked only once'
    return second.at - first.at < 950 ? `it asked again after ${Math.round(second.at - first.at)} ms` : undefined
  }
  return undefined
}

/** Refusal by the upstream's vendor of a request that the demo accepted; `undefined` if there is none. */
function findRefusal(upstream: Upstream, seen: readonly SeenRequest[]): string | undefined {
  for (const { body } of seen) {
    const read = JSON.parse(body) as JsonObject // the demo answered it, as a document of this format
    // Gemini's path names the model.
    const model = typeof read['model'] === 'string' ? read['model'] : upstreams[upstream]
    const [refusal] = vendorRefusals(upstream, model, read)
    if (refusal !== undefined) return `the vendor refuses: ${refusal.rule} ${refusal.path}: ${refusal.message}`
  }
  return undefined
}

function countReplay(result: Result, seen: readonly SeenRequest[]): Result | undefined {
  const seal = seals[result.upstream]
  if (seal === undefined) return undefined
  const count = seen.at(-1)?.body.match(seal)?.length ?? 0
  const ok = result.ok && count >= turns
  return { ...result, case: 'replay', ok, note: result.ok ? `${count} of ${turns} came back` : 'the loop failed', millis: 0 }
}
