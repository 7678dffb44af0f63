import { isText } from './loose.ts'
import type { Loose } from './loose.ts'

type ExtensionDraft = { [key: string]: unknown }

/**
 * Arguments after one edit of `partialArgs`: a path such as `$.recipe.steps[0]` and a value, which is appended if both are text.
 * https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/Content#PartialArg
 */
export function setPartialArgument(args: unknown, edit: Loose): unknown {
  const path = steps(String(edit['jsonPath']))
  const value = edit['stringValue'] ?? edit['numberValue'] ?? edit['boolValue'] ?? null
  return put(args, path, value)
}

function put(old: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return isText(old) && isText(value) ? old + value : value
  if (typeof step === 'number') {
    const list = Array.isArray(old) ? [...(old as unknown[])] : []
    list[step] = put(list[step], rest, value)
    return list
  }
  const extension: ExtensionDraft = typeof old === 'object' && old !== null && !Array.isArray(old) ? { ...(old as ExtensionDraft) } : {} // an object: checked
  extension[step] = put(extension[step], rest, value)
  return extension
}

function steps(path: string): readonly (string | number)[] {
  const found = path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/g)
  return [...found].map(([, name, index, single, double]) => (index === undefined ? (name ?? single ?? double ?? '') : Number(index)))
}
