import type { Json, JsonObject } from '@interlingua/core'
import type { WireFile } from '@interlingua/images'
import busboy from 'busboy'
import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

/** More than any field of any family: 16 images and a mask, and some thirty texts. */
const limits = { files: 20, fields: 64, parts: 84, fieldNameSize: 128, headerPairs: 16 } as const
/** Bytes of a text: prompts have 32,000 characters, and images may stand in a text too. */
const longestText = 32 * 1024 * 1024

export interface ReadForm {
  readonly body: JsonObject
}

/**
 * The fields of a form: texts as they are, files with their bytes in base64, lists where a name comes more than once, ends in `[]`
 * or is numbered (`image[0]`). A form that is none, or is larger than any request of images, is a 400.
 */
export function readForm(headers: IncomingHttpHeaders, bytes: Buffer): Promise<ReadForm | Fault> {
  return new Promise((resolve) => {
    const fields = new Map<string, Json[]>()
    const numbered = new Map<string, Numbered[]>()
    let fault: Fault | undefined
    const refuse = (message: string, field?: string): void => {
      fault ??= invalidRequest(message, field === undefined ? undefined : `/${field}`)
    }
    // Its types say that there is a name; where a part says none, or an empty one, there is not.
    const add = (name: string | undefined, value: Json): void => {
      if (!name) return refuse('The form has a field without a name.')
      const [, base, number] = /^(.+)\[(\d{1,4})\]$/.exec(name) ?? []
      if (base !== undefined) {
        const list = numbered.get(base)
        const entry = { number: Number(number), value }
        if (list) list.push(entry)
        else numbered.set(base, [entry])
        return
      }
      const same = fields.get(name)
      if (same) same.push(value)
      else fields.set(name, [value])
    }

    let form: busboy.Busboy
    try {
      form = busboy({ headers, defParamCharset: 'utf8', limits: { ...limits, fieldSize: longestText, fileSize: bytes.length } })
    } catch {
      return resolve(invalidRequest('The request body is no form: its content type names no boundary.'))
    }
    form.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated) refuse('The form has a field with too long a name.')
      else if (valueTruncated) refuse(`must have at most ${longestText} bytes`, name)
      else add(name, value)
    })
    form.on('file', (name, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => add(name, fileOf(filename, mimeType, chunks)))
      stream.on('error', () => {})
    })
    form.on('filesLimit', () => refuse(`The form has more than ${limits.files} files.`))
    form.on('fieldsLimit', () => refuse(`The form has more than ${limits.fields} fields.`))
    form.on('partsLimit', () => refuse(`The form has more than ${limits.parts} parts.`))
    form.on('error', () => resolve(fault ?? invalidRequest('The form ends before its last part is complete.')))
    form.on('close', () => resolve(fault ?? { body: gather(fields, numbered) }))
    form.end(bytes)
  })
}

function fileOf(filename: string | undefined, mime: string, chunks: readonly Buffer[]): Json {
  const file: WireFile = { filename: filename ?? 'image', mime, base64: Buffer.concat(chunks).toString('base64') }
  return { ...file }
}

/** An entry of a list whose name says its place. */
interface Numbered {
  readonly number: number
  readonly value: Json
}

function gather(fields: Map<string, Json[]>, numbered: ReadonlyMap<string, readonly Numbered[]>): JsonObject {
  for (const [base, list] of numbered) {
    const values = list.toSorted((one, other) => one.number - other.number).map(({ value }) => value)
    fields.set(`${base}[]`, [...(fields.get(`${base}[]`) ?? []), ...values])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 || name.endsWith('[]') ? values : (values[0] ?? null)]),
  )
}
