import type { Json, JsonObject } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { Refusal } from '../media/refusal.ts'

/** A form of OpenAI's: its file, and its other fields in JSON types. */
export interface VideoForm {
  readonly fields: JsonObject
  readonly file?: File
}

/** Reads a form. The field `name` may be a file, or an object in bracket names: `video[id]`. */
export function readVideoForm(form: FormData, name: string): VideoForm {
  const fields: Record<string, Json> = {}
  const inner: Record<string, Json> = {}
  let file: File | undefined
  for (const key of new Set(form.keys())) {
    const values = form.getAll(key)
    const [value] = values
    if (values.length > 1)
      throw new Refusal(
        refuseResponses(`Duplicate parameter: '${key}'. You provided multiple values for this parameter.`, key, 'duplicate_parameter'),
      )
    const member = key.startsWith(`${name}[`) && key.endsWith(']') ? key.slice(name.length + 1, -1) : undefined
    if (member !== undefined && typeof value === 'string') inner[member] = value
    else if (key === name && value instanceof File) file = value
    else if (key === name)
      throw new Refusal(refuseResponses(`Invalid type for '${key}': expected a file, but got a string instead.`, key, 'invalid_type'))
    else fields[key] = typeof value === 'string' ? value : { file: true }
  }
  if (file && Object.keys(inner).length > 0)
    throw new Refusal(refuseResponses(`Duplicate parameter: '${name}'. It is a file and an object.`, name, 'duplicate_parameter'))
  return { fields: { ...fields, ...(Object.keys(inner).length > 0 && { [name]: inner }) }, ...(file && { file }) }
}
