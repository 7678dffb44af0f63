import type { JsonObject } from '@interlingua/core'
import { formatValidationError } from '../../contents/format-validation-error.ts'
import { refuseContents } from '../../contents/refuse-contents.ts'
import { embedText } from '../../embeddings/embed-text.ts'
import { batchEmbedShape, embedShape } from '../../embeddings/native-shapes.ts'
import type { EmbedBody } from '../../embeddings/native-shapes.ts'
import { widest } from '../../embeddings/widest.ts'
import { estimateTokens } from '../../estimate-tokens.ts'
import { stripDirectives } from '../../strip-directives.ts'
import { googleAddress } from '../google-address.ts'
import { sendDocument } from '../send-document.ts'
import { googleProfile } from './google-profile.ts'
import { jsonOf } from './json-of.ts'
import type { MediaDialect } from './media-dialect.ts'
import { Refusal } from './refusal.ts'

/** The largest number of requests in a batch. */
const most = 100
const single = 'EmbedContentRequest'
const batch = 'BatchEmbedContentsRequest'

/** Gemini's embeddings, single or in a batch, implemented without the adapter of the format. */
export const nativeEmbeddings: MediaDialect = {
  ...googleProfile,
  format: 'gemini-embeddings',
  models: { 'demo-embed-content': 'embedContent' },
  serves: (path) => ['embedContent', 'batchEmbedContents'].includes(googleAddress(path)?.method ?? ''),
  phrase: (validationError, { path }) => formatValidationError(validationError, path.endsWith(':embedContent') ? single : batch),
  read(json, demoRequest) {
    const { model, method } = googleAddress(demoRequest.path) ?? { model: '', method: '' }
    const body = jsonOf(json)
    const one = method === 'embedContent'
    const requests = one ? [embedShape(body, undefined)] : (batchEmbedShape(body, undefined).requests ?? [])
    if (requests.length === 0) throw refused(`* ${batch}.requests: requests is not specified\n`, 'requests')
    if (requests.length > most) throw refused(`* ${batch}.requests: at most ${most} requests can be in one batch\n`, 'requests')
    const texts = requests.map((request, i) => {
      check(request, model, one ? { name: single, at: '' } : { name: batch, at: `requests[${i}].` })
      return textOf(request)
    })
    return {
      prompt: texts.join('\n'),
      answer(directives) {
        const values = requests.map((request, i) => ({
          values: embedText(
            stripDirectives(texts[i] ?? ''),
            request.outputDimensionality ?? request.embedContentConfig?.outputDimensionality ?? widest,
          ),
        }))
        const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
        const body = { ...(one ? { embedding: values[0] } : { embeddings: values }), ...usageOf(model, tokens) }
        return sendDocument(demoRequest, nativeEmbeddings, body, directives)
      },
    }
  },
}

function check(request: EmbedBody, model: string, { name, at }: { readonly name: string; readonly at: string }): void {
  const { content, title, embedContentConfig } = request
  const taskType = request.taskType ?? embedContentConfig?.taskType
  if (request.model === undefined ? at !== '' : !request.model.startsWith('models/'))
    throw refused(`* ${name}.${at}model: unexpected model name format\n`, `${at}model`)
  if (request.model !== undefined && request.model !== `models/${model}`)
    throw refused(
      `* ${name}.${at}model: model "${request.model}" must be the same as the one in the path, "models/${model}"\n`,
      `${at}model`,
    )
  const { parts = [] } = content
  if (parts.length === 0) throw refused(`* ${name}.${at}content: contents is not specified\n`, `${at}content`)
  if (parts.some((part) => Object.keys(part).length !== 1))
    throw refused(`* ${name}.${at}content.parts: data must have one initialized field\n`, `${at}content.parts`)
  if (!parts.some(({ text }) => text === undefined || text !== ''))
    throw refused(`* ${name}.${at}content: content is empty\n`, `${at}content`)
  if ((title ?? embedContentConfig?.title) !== undefined && taskType !== 'RETRIEVAL_DOCUMENT')
    throw refused(`* ${name}.${at}title: title is only supported for task type RETRIEVAL_DOCUMENT\n`, `${at}title`)
}

function textOf({ content: { parts = [] } }: EmbedBody): string {
  return parts.map(({ text, inlineData, fileData }) => text ?? inlineData?.data ?? fileData?.fileUri ?? '').join('\n')
}

/** The usage, which the first generation of these models lacks. */
function usageOf(model: string, tokens: number): JsonObject {
  if (model.includes('embedding-001')) return {}
  return { usageMetadata: { promptTokenCount: tokens, promptTokenDetails: [{ modality: 'TEXT', tokenCount: tokens }] } }
}

function refused(message: string, field: string): Refusal {
  return new Refusal(refuseContents(message, field))
}
