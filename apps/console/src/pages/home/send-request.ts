/** Format in which a request can be sent from here: the first, small one of a newcomer. */
export interface SendFormat {
  readonly id: string
  readonly name: string
  readonly path: (model: string) => string
  readonly headers: (key: string) => Readonly<Record<string, string>>
  readonly body: (model: string, text: string) => object
}

const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` })
const mostTokens = 200

/** Formats of text that the gateway serves at its own address. */
export const sendFormats: readonly SendFormat[] = [
  {
    id: 'messages',
    name: 'Messages (Anthropic)',
    path: () => '/v1/messages',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    body: (model, text) => ({ model, max_tokens: mostTokens, messages: [{ role: 'user', content: text }] }),
  },
  {
    id: 'chat',
    name: 'Chat Completions (OpenAI)',
    path: () => '/v1/chat/completions',
    headers: bearer,
    body: (model, text) => ({ model, max_completion_tokens: mostTokens, messages: [{ role: 'user', content: text }] }),
  },
  {
    id: 'responses',
    name: 'Responses (OpenAI)',
    path: () => '/v1/responses',
    headers: bearer,
    body: (model, text) => ({ model, max_output_tokens: mostTokens, input: text }),
  },
  {
    id: 'contents',
    name: 'Contents (Gemini)',
    path: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: (key) => ({ 'x-goog-api-key': key }),
    body: (_model, text) => ({ contents: [{ role: 'user', parts: [{ text }] }], generationConfig: { maxOutputTokens: mostTokens } }),
  },
]

export interface SentAnswer {
  readonly status: number
  readonly millis: number
  /** Body of the answer, as it came. */
  readonly text: string
}

/** Sends a request as any client would, with a key that is kept nowhere. Rejects with an `Error` if there is no answer. */
export async function sendRequest(format: SendFormat, key: string, model: string, text: string): Promise<SentAnswer> {
  const began = performance.now()
  const response = await fetch(format.path(model), {
    method: 'POST',
    headers: { ...format.headers(key), 'content-type': 'application/json' },
    body: JSON.stringify(format.body(model, text)),
    credentials: 'omit',
    cache: 'no-store',
  })
  const answer = await response.text()
  return { status: response.status, millis: performance.now() - began, text: answer }
}

/** Reads the models that a key may use; none if it may not. */
export async function readModels(key: string): Promise<readonly string[]> {
  const response = await fetch('/v1/models', { headers: bearer(key), credentials: 'omit', cache: 'no-store' })
  if (!response.ok) return []
  const list: { readonly data?: readonly { readonly id: string }[] } = await response.json()
  return (list.data ?? []).map(({ id }) => id)
}
