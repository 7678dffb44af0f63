import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { isWireFile } from './wire.ts'

/** A body as the fields of a form: files and text. Objects are spelled with brackets (`svg[model]`), as OpenAI's own clients do. */
export function printForm(body: JsonObject): JsonObject {
  const form: Record<string, Json> = {}
  for (const key in body) print(form, key, body[key])
  return form
}

function print(form: Record<string, Json>, key: string, value: Json | undefined): void {
  if (value === undefined || value === null) return
  if (isWireFile(value)) form[key] = value
  else if (Array.isArray(value)) form[key] = value.map((item: Json) => (isWireFile(item) ? item : printText(item)))
  else if (isJsonObject(value)) for (const inner in value) print(form, `${key}[${inner}]`, value[inner])
  else form[key] = printText(value)
}

function printText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
