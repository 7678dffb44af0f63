import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'
import type { WireFile } from '@interlingua/images'
import type { Busboy } from 'busboy'
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Limits above the needs of any family: 16 images and a mask, and some thirty texts. */
const limits = { files: 20, fields: 64, parts: 84, fieldNameSize: 128, headerPairs: 16 } as const
/** Largest text in bytes: prompts have 32,000 characters, and a text may hold an image. */
const longestText = 32 * 1024 * 1024

interface ReadForm {
  readonly body: JsonObject
}

/**
 * Reads the fields of a form: texts as they are, files as base64, and lists where a name repeats, ends in `[]` or is numbered (`image[0]`). An
 * invalid form, or one with too many parts, is a 400.
 */
export async function readForm(headers: IncomingHttpHeaders, bytes: Buffer): Promise<ReadForm | FailureReply> {
  const { default: busboy } = await import('busboy')
  return new Promise((resolve) => {
    const fields = new Map<string, Json[]>()
    const numbered = new Map<string, Numbered[]>()
    let failureReply: FailureReply | undefined
    const refuse = (message: string, field?: string): void => {
      failureReply ??= invalidRequest(message, field === undefined ? undefined : `/${field}`)
    }
    // A part may lack a name or have an empty one, although busboy's types say otherwise.
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

    let form: Busboy
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
    form.on('error', () => resolve(failureReply ?? invalidRequest('The form ends before its last part is complete.')))
    form.on('close', () => resolve(failureReply ?? { body: gather(fields, numbered) }))
    form.end(bytes)
  })
}

function fileOf(filename: string | undefined, mime: string, chunks: readonly Buffer[]): Json {
  const file: WireFile = { filename: filename ?? 'image', mime, base64: Buffer.concat(chunks).toString('base64') }
  return { ...file }
}

/** Entry of a list whose name has its number. */
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

/** Form as bytes, with the content type that names its boundary. */
interface WrittenForm {
  readonly type: string
  readonly bytes: Buffer
}

/** Writes a form. Each file becomes a part with its own name and type, also each of several files in one field. */
export function writeForm(body: JsonObject): WrittenForm {
  const boundary = `interlingua-${randomBytes(16).toString('hex')}`
  const pieces: Buffer[] = []
  const begin = (lines: string): void => void pieces.push(Buffer.from(`--${boundary}\r\n${lines}\r\n\r\n`))
  for (const [name, value] of Object.entries(body)) {
    const several = Array.isArray(value)
    for (const item of several ? value : [value]) {
      if (item === undefined) continue
      if (isFile(item)) {
        const field = several && value.length > 1 && !name.endsWith('[]') ? `${name}[]` : name
        begin(
          `content-disposition: form-data; name="${quoted(field)}"; filename="${quoted(item.filename)}"\r\ncontent-type: ${typeOf(item)}`,
        )
        pieces.push(Buffer.from(item.base64, 'base64'))
      } else {
        begin(`content-disposition: form-data; name="${quoted(name)}"`)
        pieces.push(Buffer.from(typeof item === 'string' ? item : JSON.stringify(item)))
      }
      pieces.push(lineEnd)
    }
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(pieces) }
}

const lineEnd = Buffer.from('\r\n')

function isFile(value: Json): value is Json & WireFile & JsonObject {
  return (
    isJsonObject(value) && typeof value['base64'] === 'string' && typeof value['filename'] === 'string' && typeof value['mime'] === 'string'
  )
}

/** Type of a file that may stand in a header; `application/octet-stream` for others. */
function typeOf({ mime }: WireFile): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream'
}

/** Escapes a name: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
