import { fitsPattern } from '../channels/fits-pattern.ts'
import type { ApiKey } from './api-key.ts'

/** Whether a key may use a model, by the id that clients use. In patterns `*` stands for any characters, slashes included. */
export function permitsModel(key: ApiKey | undefined, model: string): boolean {
  const patterns = key?.models
  return patterns === undefined || patterns.some((pattern) => pattern === model || (pattern.includes('*') && fitsPattern(pattern, model)))
}
