import { redactSecrets, type SavedTranslation } from './saved-file.ts'

/** Paths of the formats at their own servers, as recordings name them. */
const paths: Readonly<Record<string, string>> = {
  messages: '/v1/messages',
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  contents: '/v1beta/models/{model}:generateContent',
  interactions: '/v1beta/interactions',
  converse: '/model/{model}/converse',
}

/**
 * Formats a document as a recording of the conformance suite: one file of `corpus/`. A request stands alone; an answer or a stream has no request.
 * What looks like a credential is redacted. Undefined if the text is no JSON, where JSON is needed.
 */
export function formatTestCase({ choice: { direction, from, to, model }, text }: SavedTranslation): string | undefined {
  const format = direction === 'request' ? from : to
  const redacted = redactSecrets(text)
  const body = direction === 'stream' ? undefined : parse(redacted)
  if (direction !== 'stream' && body === undefined) return undefined
  const path = (paths[format] ?? '').replace('{model}', model ?? 'demo')
  const recording = {
    id: `${format}/name-of-the-case`,
    format,
    path,
    request: direction === 'request' ? body?.value : null,
    status: 200,
    ...(direction === 'answer' && { response: body?.value }),
    ...(direction === 'stream' && { stream: redacted }),
  }
  return `${JSON.stringify(recording, undefined, 2)}\n`
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
