import { unwrapSeal } from '@interlingua/core/adapter'
import { isJsonObject } from '@interlingua/core'
import type { GenerateRequest, Json, JsonObject } from '@interlingua/core'
import type { SealedReasoning } from '@interlingua/core/edge'
import { hintOf, withHint } from './extension.ts'

const encrypted = 'reasoning.encrypted_content'

/**
 * Sealed reasoning, which a server that stores nothing returns on request alone.
 * https://platform.openai.com/docs/guides/reasoning#encrypted-reasoning-items
 */
export const sealedReasoning: SealedReasoning = {
  isAsked: ({ include }) => Array.isArray(include) && include.includes(encrypted),
  ask: (body) => ({ ...body, include: [...listOf(body['include']), encrypted] }),
  askRequest,
  hide,
}

function askRequest(request: GenerateRequest): GenerateRequest {
  const list = listOf(hintOf(request).include)
  return list.includes(encrypted) ? request : { ...request, extensions: withHint(request, { include: [...list, encrypted] }) }
}

/** Removes the seals of reasoning from an answer, or from an event of one; those of other formats come unasked, and stay. */
function hide(answer: JsonObject): JsonObject {
  const { item, output, response } = answer
  const shown = {
    ...(isJsonObject(item) && { item: bare(item) }),
    ...(Array.isArray(output) && { output: (output as readonly Json[]).map(bare) }), // an array of JSON holds JSON
    ...(isJsonObject(response) && { response: hide(response) }),
  }
  return { ...answer, ...shown }
}

function bare(item: Json): Json {
  if (!isJsonObject(item) || item['type'] !== 'reasoning') return item
  const { encrypted_content: seal, ...rest } = item
  return typeof seal === 'string' && unwrapSeal(seal) === undefined ? rest : item
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [] // an array of JSON holds JSON
}
