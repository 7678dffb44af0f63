import type { Failure } from '@interlingua/core'
import { refuseContents } from './refuse-contents.ts'
import type { WirePart } from './shapes/part-shape.ts'
import type { WireContent } from './shapes/request-shape.ts'

const members = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
  'audioTranscription',
] as const satisfies readonly (keyof WirePart)[]

/** Checks the roles, and that each part has exactly one member with data. */
export function checkContents(contents: readonly WireContent[]): Failure | undefined {
  if (contents.length === 0) return refuseContents('* GenerateContentRequest.contents: contents is not specified\n', 'contents')
  for (const [i, { role, parts }] of contents.entries()) {
    const at = `contents[${i}]`
    if (role !== undefined && role !== 'user' && role !== 'model')
      return refuseContents('Please use a valid role: user, model.', `${at}.role`)
    if (!parts || parts.length === 0)
      return refuseContents(`* GenerateContentRequest.${at}.parts: contents.parts must not be empty.\n`, `${at}.parts`)
    for (const [j, part] of parts.entries()) {
      const failure = checkPart(part, role, `${at}.parts[${j}]`)
      if (failure) return failure
    }
  }
  if (contents[0]?.role === 'model')
    return refuseContents('Please ensure that multiturn requests begin with a user turn.', 'contents[0].role')
  return undefined
}

function checkPart(part: WirePart, role: string | undefined, at: string): Failure | undefined {
  const present = members.filter((member) => part[member] !== undefined)
  if (present.length > 1)
    return refuseContents(`Invalid value at '${at}' (oneof), oneof field 'data' is already set. Cannot set '${String(present[1])}'`, at)
  if (present.length === 0)
    return refuseContents(
      `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field\n`,
      `${at}.data`,
    )
  if (role !== 'model' && part.functionCall) return refuseContents('Function calls must be in a content of role model.', at)
  if (role === 'model' && part.functionResponse) return refuseContents('Function responses must be in a content of role user.', at)
  if (part.functionResponse && part.functionResponse.response === undefined && part.functionResponse.parts === undefined)
    return refuseContents(
      `* GenerateContentRequest.${at}.function_response.response: response is not specified\n`,
      `${at}.function_response.response`,
    )
  for (const piece of [part, ...(part.functionResponse?.parts ?? [])]) {
    if (piece.inlineData && role !== 'model') {
      const failure = checkMime(piece.inlineData.mimeType, piece.inlineData.data, at)
      if (failure) return failure
    }
    if (piece.fileData && !isFetched(piece.fileData.fileUri))
      return refuseContents(
        `Cannot fetch content from the provided URL. Please ensure the URL is valid and accessible: ${at}.file_data`,
        at,
      )
  }
  return undefined
}

function checkMime(mime: string, data: string, at: string): Failure | undefined {
  if (data === '') return refuseContents(`* GenerateContentRequest.${at}.inline_data.data: data is not specified\n`, at)
  const known = /^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/[^/]+|video\/[^/]+|application\/(?:pdf|json|x-javascript|xml)|text\/[^/]+)$/i
  return known.test(mime.split(';')[0]?.trim() ?? '') ? undefined : refuseContents(`Unsupported MIME type: ${mime}`, at)
}

/** True for a URL that the server reads: its own files, its cloud's, and videos. */
function isFetched(uri: string): boolean {
  return /^gs:\/\/|^https:\/\/generativelanguage\.googleapis\.com\/|^https:\/\/(?:www\.|m\.)?youtube\.com\/|^https:\/\/youtu\.be\/|^files\//.test(
    uri,
  )
}
