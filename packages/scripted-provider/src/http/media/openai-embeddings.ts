import { embedText } from '../../embeddings/embed-text.ts'
import { openaiShape } from '../../embeddings/openai-shape.ts'
import { estimateTokens } from '../../estimate-tokens.ts'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { stripDirectives } from '../../strip-directives.ts'
import { sendDocument } from '../send-document.ts'
import { jsonOf } from './json-of.ts'
import type { MediaDialect } from './media-dialect.ts'
import { openaiProfile } from './openai-profile.ts'
import { encodeBase64Floats } from './encode-base64-floats.ts'
import { Refusal } from './refusal.ts'

const inOne = 8192
const together = 300_000

/** OpenAI's embeddings, implemented without the adapter of the format. */
export const openaiEmbeddings: MediaDialect = {
  ...openaiProfile,
  format: 'openai-embeddings',
  models: { 'demo-embeddings': 'embedContent' },
  serves: (path) => path === '/v1/embeddings',
  read(json, demoRequest) {
    const { model, input, dimensions, encoding_format: encoding = 'float' } = openaiShape(jsonOf(json), undefined)
    if (dimensions !== undefined && model.includes('ada-002'))
      throw new Refusal(refuseResponses('This model does not support specifying dimensions.', 'dimensions'))
    const tokens = input.map((one) => (typeof one === 'string' ? estimateTokens(one) : one.length))
    checkTokens(tokens)
    const total = tokens.reduce((sum, count) => sum + count, 0)
    const wide = dimensions ?? (model.includes('3-large') ? 3072 : 1536)
    return {
      prompt: input.filter((one) => typeof one === 'string').join('\n'),
      answer(directives) {
        const data = input.map((one, index) => {
          const values = embedText(typeof one === 'string' ? stripDirectives(one) : one.map((id) => `token${id}`).join(' '), wide)
          return { object: 'embedding', index, embedding: encoding === 'base64' ? encodeBase64Floats(values) : values }
        })
        const body = { object: 'list', data, model, usage: { prompt_tokens: total, total_tokens: total } }
        return sendDocument(demoRequest, openaiEmbeddings, body, directives)
      },
    }
  },
}

function checkTokens(tokens: readonly number[]): void {
  const long = tokens.find((count) => count > inOne)
  if (long !== undefined)
    throw new Refusal(
      refuseResponses(
        `This model's maximum context length is ${inOne} tokens, however you requested ${long} tokens (${long} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`,
      ),
    )
  const total = tokens.reduce((sum, count) => sum + count, 0)
  if (total > together)
    throw new Refusal(refuseResponses(`Requested ${total} tokens, max ${together} tokens per request`, undefined, 'max_tokens_per_request'))
}
