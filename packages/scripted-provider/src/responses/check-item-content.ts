import type { Failure } from '@interlingua/core'
import { readDataUrl } from './read-data-url.ts'
import { refuseResponses } from './refuse-responses.ts'
import type { ReadBy } from '../shape/shape.ts'
import type { contentShapes } from './shapes/content-shapes.ts'
import type { WireItem } from './shapes/read-item.ts'

type InputPart = ReadBy<typeof contentShapes.input>[number]

const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Checks that a medium has exactly one source of a type that the vendor reads, and that names of calls are legal. */
export function checkItemContent(item: WireItem, i: number): Failure | undefined {
  if ((item.type === 'function_call' || item.type === 'custom_tool_call') && !/^[A-Za-z0-9_-]+$/.test(item.name))
    return refuseResponses(
      `Invalid 'input[${i}].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      `input[${i}].name`,
      'invalid_value',
    )
  const [key, content] = inputOf(item)
  for (const [j, part] of content.entries()) {
    const failure = checkPart(part, `input[${i}].${key}[${j}]`)
    if (failure) return failure
  }
  return undefined
}

function inputOf(item: WireItem): readonly [string, readonly InputPart[]] {
  if (item.type === 'message' && item.role !== 'assistant') return ['content', typeof item.content === 'string' ? [] : item.content]
  if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output')
    return ['output', typeof item.output === 'string' ? [] : item.output]
  return ['content', []]
}

function checkPart(part: InputPart, at: string): Failure | undefined {
  if (part.type === 'input_text') return undefined
  if (part.type === 'input_image') {
    const sources = [part.image_url, part.file_id].filter((source) => source !== undefined)
    if (sources.length === 0)
      return refuseResponses(`Missing required parameter: '${at}.image_url'.`, `${at}.image_url`, 'missing_required_parameter')
    if (sources.length > 1) return onlyOne(at, "'image_url' and 'file_id'")
    return part.image_url === undefined ? undefined : checkImage(part.image_url, `${at}.image_url`)
  }
  const sources = [part.file_data, part.file_id, part.file_url].filter((source) => source !== undefined)
  if (sources.length === 0)
    return refuseResponses(`Missing required parameter: '${at}.file_id'.`, `${at}.file_id`, 'missing_required_parameter')
  if (sources.length > 1) return onlyOne(at, "'file_data', 'file_id' and 'file_url'")
  return part.file_data === undefined ? undefined : checkFile(part.file_data, `${at}.file_data`)
}

function checkFile(url: string, at: string): Failure | undefined {
  const data = readDataUrl(url)
  if (data && isBase64(data.base64) && !/^(?:audio|video)\//.test(data.mime)) return undefined
  const got = data && isBase64(data.base64) ? `got unsupported MIME type '${data.mime}'` : 'got another value'
  return refuseResponses(
    `Invalid file data: '${at}'. Expected a base64-encoded data URL with a valid file MIME type (e.g. 'data:text/plain;base64,SGVsbG8sIFdvcmxkIQ=='), but ${got}.`,
    at,
    'invalid_value',
  )
}

function onlyOne(at: string, which: string): Failure {
  return refuseResponses(`Invalid '${at}': only one of ${which} may be given.`, at, 'invalid_value')
}

function checkImage(url: string, at: string): Failure | undefined {
  if (/^https?:\/\//.test(url)) return undefined
  const data = readDataUrl(url)
  const expected = "expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU=')"
  if (!data) return refuseResponses(`Invalid '${at}': ${expected}, but got a value without one.`, at, 'invalid_value')
  if (!imageTypes.includes(data.mime))
    return refuseResponses(`Invalid '${at}': ${expected}, but got unsupported MIME type '${data.mime}'.`, at, 'invalid_value')
  return isBase64(data.base64) ? undefined : refuseResponses(`Invalid '${at}': invalid base64.`, at, 'invalid_base64_image')
}

function isBase64(text: string | undefined): boolean {
  return text !== undefined && text !== '' && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
