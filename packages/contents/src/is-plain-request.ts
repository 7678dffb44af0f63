import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'

/**
 * True for a body with only the usual fields, each of the right kind, which schema, exclusions and limits of thinking would surely accept.
 * Its lists are not checked.
 */
export function isPlainRequest(body: unknown): body is JsonObject {
  if (!isJsonObject(body) || !Array.isArray(body.contents)) return false
  for (const key in body) {
    switch (key) {
      case 'contents':
      case 'systemInstruction':
        break
      case 'tools':
        if (!Array.isArray(body.tools)) return false
        break
      case 'generationConfig':
        if (!isJsonObject(body.generationConfig) || !isPlainConfig(body.generationConfig)) return false
        break
      default:
        return false
    }
  }
  return true
}

function isPlainConfig(config: JsonObject): boolean {
  for (const key in config) {
    const value = config[key]
    switch (key) {
      case 'temperature':
        if (!isWithin(value, 2)) return false
        break
      case 'topP':
        if (!isWithin(value, 1)) return false
        break
      case 'topK':
      case 'candidateCount':
      case 'maxOutputTokens':
      case 'seed':
        if (!Number.isSafeInteger(value)) return false
        break
      default:
        return false
    }
  }
  return true
}

function isWithin(value: Json | undefined, most: number): boolean {
  return typeof value === 'number' && value >= 0 && value <= most
}
