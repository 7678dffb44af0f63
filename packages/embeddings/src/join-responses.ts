import type { Usage } from '@interlingua/core'
import type { EmbedResponse } from './embed-response.ts'

/** Joins the responses of one request's calls in their order: vectors one after the other, usage added up if all calls report it. */
export function joinResponses(responses: readonly EmbedResponse[]): EmbedResponse {
  const [first] = responses
  if (first === undefined) return { embeddings: [] }
  if (responses.length === 1) return first
  const usage = sumOf(responses.map((response) => response.usage))
  const { usage: _, extensions: _extension, ...rest } = first
  return { ...rest, embeddings: responses.flatMap(({ embeddings }) => embeddings), ...(usage && { usage }) }
}

/** Sum of usage; a total with an unknown part is unknown, and so are counts by modality. */
function sumOf(usages: readonly (Usage | undefined)[]): Usage | undefined {
  let total = 0
  let byModality: Record<string, number> | undefined = {}
  for (const usage of usages) {
    if (usage?.input.total === undefined) return undefined
    total += usage.input.total
    const counts: Readonly<Record<string, number>> | undefined = usage.input.byModality
    if (counts === undefined) byModality = undefined
    else if (byModality !== undefined) for (const name in counts) byModality[name] = (byModality[name] ?? 0) + (counts[name] ?? 0)
  }
  return { input: { total, fresh: total, ...(byModality && { byModality }) }, output: {} }
}
