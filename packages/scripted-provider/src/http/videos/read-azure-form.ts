import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { Refusal } from '../media/refusal.ts'

/** A form of Azure's: its files, and its other fields in JSON types. */
export interface AzureForm {
  readonly fields: JsonObject
  readonly files: readonly File[]
}

const numbers = new Set(['width', 'height', 'n_seconds', 'n_variants'])

/** Reads a form, whose numbers are texts and whose `inpaint_items` is JSON. */
export function readAzureForm(form: FormData): AzureForm {
  const fields: Record<string, Json> = {}
  const files: File[] = []
  for (const [name, value] of form) {
    if (name === 'files') {
      if (typeof value === 'string')
        throw new Refusal(refuseResponses("Invalid type for 'files': expected a file.", 'files', 'invalid_type'))
      files.push(value)
    } else fields[name] = typeof value === 'string' ? valueOf(name, value) : { file: true }
  }
  return { fields, files }
}

function valueOf(name: string, text: string): Json {
  if (numbers.has(name) && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (name !== 'inpaint_items') return text
  try {
    const items: unknown = JSON.parse(text)
    if (Array.isArray(items) && items.every((item) => isJsonObject(item))) return items
  } catch {
    // reported below
  }
  throw new Refusal(refuseResponses("Invalid 'inpaint_items': expected a list in JSON.", 'inpaint_items', 'invalid_value'))
}
