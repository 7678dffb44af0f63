import { isJsonObject, parseJson, type Json, type JsonObject } from '@interlingua/core'

/** Fields that are objects or lists in JSON, and that forms have as text. No base64 and no address begins with a bracket. */
const structured: ReadonlySet<string> = new Set([
  'metadata',
  'video',
  'video_url',
  'input_reference',
  'image',
  'images',
  'lastFrame',
  'last_frame',
  'image_tail',
])

/**
 * A body with the objects that stand in it as text, as forms have them, and the names that forms spell with brackets: `images[]` is `images`,
 * `video[id]` is `id` of `video`. What is neither stays as it is, to be refused by its name.
 */
export function unfoldForm(body: JsonObject): JsonObject {
  let unfolded: Record<string, Json> | undefined
  for (const key in body) {
    const value = body[key] ?? null
    if (structured.has(key)) {
      const parsed = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : undefined
      if (parsed !== undefined) (unfolded ??= { ...body })[key] = parsed
      continue
    }
    const [, head, inner] = key.length > 64 ? [] : (/^(\w+)\[(\w*)\]$/.exec(key) ?? [])
    if (head === undefined || inner === undefined || !structured.has(head)) continue
    const place = unfolded?.[head] ?? body[head] ?? undefined
    if (inner === '' ? place !== undefined : place !== undefined && (!isJsonObject(place) || Object.hasOwn(place, inner))) continue
    unfolded ??= { ...body }
    delete unfolded[key]
    unfolded[head] = inner === '' ? listed(head, value) : { ...(isJsonObject(place) ? place : {}), [inner]: value }
  }
  return unfolded ?? body
}

/** A list of one is that one where no list is expected. */
function listed(head: string, value: Json): Json {
  if (head === 'images') return Array.isArray(value) ? value : [value]
  const [only] = Array.isArray(value) ? (value as readonly Json[]) : [value] // Array.isArray does not narrow readonly arrays
  return Array.isArray(value) && value.length !== 1 ? value : (only ?? null)
}
