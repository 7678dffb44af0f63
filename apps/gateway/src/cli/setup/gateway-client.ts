import { isJsonObject } from '@interlingua/core'
import type { Agent } from './agent.ts'

/** Model that the gateway lists for text. */
export interface OfferedModel {
  readonly id: string
  /** Tokens of the context and of the longest answer, as far as the gateway knows them. */
  readonly contextLength?: number
  readonly maxOutput?: number
}

/** Answer to the request that tries a set-up. */
export interface TrialAnswer {
  /** Path of the request. */
  readonly path: string
  /** Status; undefined if there was no answer. */
  readonly status: number | undefined
  readonly millis: number
  /** Beginning of the answer's text, or of the error's message. */
  readonly said: string
}

/** Milliseconds for short questions, and for an answer of a model. */
const short = 5_000
const long = 90_000

/** True if a gateway answers at this address. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(short) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

/** Lists the gateway's models for text; the status where it refuses. */
export async function listModels(
  url: string,
  key: string,
): Promise<readonly OfferedModel[] | { readonly status: number; readonly message: string }> {
  const answer = await fetch(`${url}/v1beta/models?pageSize=1000`, {
    headers: { 'x-goog-api-key': key },
    signal: AbortSignal.timeout(short),
  })
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) return { status: answer.status, message: messageOf(body) }
  const models = isJsonObject(body) && Array.isArray(body['models']) ? body['models'] : []
  return models.flatMap((model): readonly OfferedModel[] => {
    if (!isJsonObject(model)) return []
    const { name, supportedGenerationMethods: methods, inputTokenLimit: input, outputTokenLimit: output } = model
    if (typeof name !== 'string' || !Array.isArray(methods) || !methods.includes('generateContent')) return []
    const limits = {
      ...(typeof input === 'number' && input > 0 && { contextLength: input }),
      ...(typeof output === 'number' && output > 0 && { maxOutput: output }),
    }
    return [{ id: name.replace(/^models\//, ''), ...limits }]
  })
}

/** True if the gateway serves a model under this id, listed or by a pattern. */
export async function isServed(url: string, key: string, id: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/models/${encodeURIComponent(id)}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(short),
  })
  await answer.body?.cancel()
  return answer.ok
}

const prompt = 'Reply with the one word ready.'

/** Asks the model one short question in the agent's format. */
export async function tryModel(url: string, key: string, model: string, speaks: Agent['speaks']): Promise<TrialAnswer> {
  const { path, body } = requestOf(model, speaks)
  const began = performance.now()
  const took = (): number => Math.round(performance.now() - began)
  try {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(long),
    })
    const text = await answer.text()
    return { path, status: answer.status, millis: took(), said: answer.ok ? '' : messageOf(parsed(text)) }
  } catch (error) {
    return { path, status: undefined, millis: took(), said: error instanceof Error ? error.message : 'failed' }
  }
}

function requestOf(model: string, speaks: Agent['speaks']): { readonly path: string; readonly body: object } {
  const messages = [{ role: 'user', content: prompt }]
  switch (speaks) {
    case 'messages':
      return { path: '/v1/messages', body: { model, max_tokens: 1024, messages } }
    case 'responses':
      return { path: '/v1/responses', body: { model, input: prompt, store: false } }
    case 'chat':
      return { path: '/v1/chat/completions', body: { model, messages } }
    case 'contents':
      return { path: `/v1beta/models/${model}:generateContent`, body: { contents: [{ role: 'user', parts: [{ text: prompt }] }] } }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageOf(body: unknown): string {
  const error = isJsonObject(body) ? body['error'] : undefined
  const message = isJsonObject(error) ? error['message'] : undefined
  return typeof message === 'string' ? message.slice(0, 300) : ''
}
