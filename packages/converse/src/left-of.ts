import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { hasKeys, putOwn } from '@interlingua/core/adapter'

/** Members of an object beside those at these paths (`source/bytes`), nested as on the wire. An object that is read whole is gone. */
export function leftOf(value: JsonObject, paths: readonly string[]): JsonObject {
  const left: Record<string, Json> = {}
  for (const key in value) {
    const member = value[key]
    if (member === undefined || paths.includes(key)) continue
    const inner = paths.flatMap((path) => (path.startsWith(`${key}/`) ? [path.slice(key.length + 1)] : []))
    const rest = inner.length > 0 && isJsonObject(member) ? leftOf(member, inner) : member
    if (rest === member || (isJsonObject(rest) && hasKeys(rest))) putOwn(left, key, rest)
  }
  return left
}
