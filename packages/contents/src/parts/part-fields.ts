import type { FieldPointers, Node, Pointer } from '@interlingua/core'
import { encodePlace } from '../spelling.ts'

const seal = '/thoughtSignature'

/** Places of the canonical fields of a part. Shared by all: a field that a part does not have is never looked up. */
export const partFields: FieldPointers = {
  seal,
  segments: '/text',
  clip: '/videoMetadata',
  detail: '/mediaResolution',
  citations: '',
}

const inlineFields: FieldPointers = {
  ...partFields,
  source: '/inlineData',
  'source.mime': '/inlineData/mimeType',
  'source.filename': '/inlineData/displayName',
}

const fileFields: FieldPointers = { ...partFields, source: '/fileData', 'source.mime': '/fileData/mimeType' }

const callFields: FieldPointers = { seal, callId: '/functionCall/id', name: '/functionCall/name', arguments: '/functionCall/args' }

const resultFields: FieldPointers = {
  seal,
  callId: '/functionResponse/id',
  name: '/functionResponse/name',
  isError: '/functionResponse/response',
  structured: '/functionResponse/response',
  parts: '/functionResponse/parts',
}

/** Places of fields within members; all others have their usual places. */
const fieldsOf: Readonly<Record<string, FieldPointers>> = {
  inlineData: inlineFields,
  fileData: fileFields,
  functionCall: callFields,
  functionResponse: resultFields,
}

/** Places of the fields of a part with this member. `snake`: its places in snake_case. */
export function fieldsOfPart(member: string, snake: readonly string[] | undefined): FieldPointers {
  const fields = fieldsOf[member] ?? partFields
  if (snake === undefined) return fields
  const places = new Set(snake)
  const spelled: Record<string, Pointer> = {}
  for (const key in fields) spelled[key] = encodePlace(fields[key] ?? '', places) as Pointer // part of a pointer
  return spelled
}

const sources: ReadonlySet<string | undefined> = new Set(['/inlineData', '/inline_data', '/fileData', '/file_data'])

/** True for media that this format's decoder read, by their shared places. */
export function isOurPart({ fields }: Node): boolean {
  return sources.has(fields?.source)
}
