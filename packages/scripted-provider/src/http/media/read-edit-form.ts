import type { Json, JsonObject } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { Refusal } from './refusal.ts'

/** A form to edit images: its files, and its other fields in JSON types. */
export interface EditForm {
  readonly fields: JsonObject
  readonly images: readonly File[]
  readonly mask?: File
}

const numbers = new Set(['n', 'output_compression', 'partial_images', 'frame_count', 'frame_duration_ms'])
const types = new Set(['image/png', 'image/jpeg', 'image/webp'])
const mostImages = 16
const mostBytes = 50 * 1024 * 1024
const mostOfMask = 4 * 1024 * 1024

/** Reads a form as OpenAI does: one `image`, or several `image[]`, each with a name and the type of an image. */
export function readEditForm(form: FormData): EditForm {
  const fields: Record<string, Json> = {}
  const images: File[] = []
  let mask: File | undefined
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name)
    const [value] = values
    if (values.length > 1 && !name.endsWith('[]'))
      throw new Refusal(
        refuseResponses(
          `Duplicate parameter: '${name}'. You provided multiple values for this parameter, whereas only one is allowed. If you are trying to provide a list of values, use the array syntax instead e.g. '${name}[]=<value>'.`,
          name,
          'duplicate_parameter',
        ),
      )
    if (name === 'image' || name === 'image[]') images.push(...values.map((file) => checkFile(file, 'image', mostBytes)))
    else if (name === 'mask' && value !== undefined) mask = checkFile(value, 'mask', mostOfMask)
    else fields[name] = typeof value === 'string' ? valueOf(name, value) : { file: true }
  }
  if (images.length === 0) throw new Refusal(refuseResponses("Missing required parameter: 'image'.", 'image', 'missing_required_parameter'))
  if (images.length > mostImages)
    throw new Refusal(refuseResponses(`Invalid 'image': at most ${mostImages} images are allowed.`, 'image', 'array_above_max_length'))
  return { fields, images, ...(mask && { mask }) }
}

/** The value of a form's text. A text that is no number or flag stays a text, which the shape refuses. */
function valueOf(name: string, text: string): Json {
  if (numbers.has(name) && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (name === 'stream' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function checkFile(file: File | string, param: string, most: number): File {
  if (typeof file === 'string')
    throw new Refusal(refuseResponses(`Invalid type for '${param}': expected a file, but got a string instead.`, param, 'invalid_type'))
  if (!types.has(file.type) || (param === 'mask' && file.type !== 'image/png'))
    throw new Refusal(
      refuseResponses(
        `Invalid file '${param}': unsupported mimetype ('${file.type || 'application/octet-stream'}'). Supported file formats are ${param === 'mask' ? "'image/png'" : "'image/jpeg', 'image/png', and 'image/webp'"}.`,
        param,
        'unsupported_file_mimetype',
      ),
    )
  if (file.size > most)
    throw new Refusal(refuseResponses(`Invalid '${param}': the file is too large. The maximum is ${most} bytes.`, param, 'file_too_large'))
  return file
}
