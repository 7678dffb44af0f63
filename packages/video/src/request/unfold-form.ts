import { isJsonObject, parseJson, type Json, type JsonObject } from '@interlingua/core'

/**
 * The fields that hold objects or lists, which a form writes as JSON text. A value that begins with a bracket is therefore never base64 or
 * a URL.
 */
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
 * Unfolds the objects that a form writes as JSON text or by names with brackets: `images[]` is `images`, and `video[id]` is `id` of
 * `video`. A name of any other form stays a key of the body, to be reported by its name.
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

/** The value itself where the field takes no list and the list holds one value. */
function listed(head: string, value: Json): Json {
  if (head === 'images') return Array.isArray(value) ? value : [value]
  const [only] = Array.isArray(value) ? (value as readonly Json[]) : [value] // Array.isArray does not narrow readonly arrays
  return Array.isArray(value) && value.length !== 1 ? value : (only ?? null)
}
