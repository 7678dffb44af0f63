import type { JsonObject } from '@interlingua/core'
import { refuseContents } from '../../contents/refuse-contents.ts'
import { embedText } from '../../embeddings/embed-text.ts'
import { predictEmbeddingsShape } from '../../embeddings/predict-shape.ts'
import { estimateTokens } from '../../estimate-tokens.ts'
import { stripDirectives } from '../../strip-directives.ts'
import { Refusal } from './refusal.ts'

/** The largest number of instances in a call. */
const most = 250
/** The largest number of tokens of a text. The rest is cut off, or refused where the caller asked for that. */
const longest = 2048
const together = 20_000

/** Vertex's embeddings: the text that holds the directives, and the answer. */
export function predictEmbeddings(body: JsonObject): { readonly prompt: string; write(): JsonObject } {
  const { instances, parameters = {} } = predictEmbeddingsShape(body, undefined)
  const { outputDimensionality = 768, autoTruncate = true } = parameters
  if (instances.length === 0) throw refused('Empty instances.', 'instances')
  if (instances.length > most) throw refused(`${most} instance(s) is allowed per prediction. Actual: ${instances.length}.`, 'instances')
  for (const [i, { content, title, task_type: task }] of instances.entries()) {
    if (content === '') throw refused('The text content is empty.', `instances[${i}].content`)
    if (title !== undefined && task !== 'RETRIEVAL_DOCUMENT')
      throw refused('The title is only supported for the RETRIEVAL_DOCUMENT task type.', `instances[${i}].title`)
    if (!autoTruncate && estimateTokens(content) > longest)
      throw refused(
        `The input token count is ${estimateTokens(content)} but the model supports up to ${longest}.`,
        `instances[${i}].content`,
      )
  }
  const counts = instances.map(({ content }) => Math.min(longest, estimateTokens(content)))
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total > together)
    throw refused(
      `Unable to submit request because the input token count is ${total} but the model supports up to ${together}.`,
      'instances',
    )
  return {
    prompt: instances.map(({ content }) => content).join('\n'),
    write: () => ({
      predictions: instances.map(({ content }, i) => ({
        embeddings: {
          values: embedText(stripDirectives(content.slice(0, 4 * longest)), outputDimensionality),
          statistics: { token_count: counts[i] ?? 0, truncated: estimateTokens(content) > longest },
        },
      })),
      metadata: { billableCharacterCount: instances.reduce((sum, { content }) => sum + content.replace(/\s/g, '').length, 0) },
    }),
  }
}

function refused(message: string, field: string): Refusal {
  return new Refusal(refuseContents(message, field))
}
