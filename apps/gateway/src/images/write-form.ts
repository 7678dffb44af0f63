import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { WireFile } from '@interlingua/images'
import { randomBytes } from 'node:crypto'

/** A form as bytes, with the content type that names its boundary. */
export interface WrittenForm {
  readonly type: string
  readonly bytes: Buffer
}

/** Each file becomes a part with its own name and type; of several files of a field each is a part of its own. */
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

/** What may stand in a header, or the type that says nothing. */
function typeOf({ mime }: WireFile): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream'
}

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
