import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { isJsonObject, WireError } from '@interlingua/core'
import { isBase64 } from '@interlingua/core/adapter'
import { splitDataUrl } from './data-url.ts'
import { format } from './extension.ts'

/** Checks that bytes in a content part, in a data URL or bare, are base64. */
export function checkBytes(part: JsonObject, at: Pointer): void {
  switch (part['type']) {
    case 'image_url':
      checkUrl(part['image_url'], `${at}/image_url`)
      return
    case 'video_url':
      checkUrl(part['video_url'], `${at}/video_url`)
      return
    case 'file':
      if (isJsonObject(part['file'])) checkBare(part['file']['file_data'], `${at}/file/file_data`)
      return
    case 'input_audio': {
      const slot = part['input_audio']
      if (isJsonObject(slot)) checkBare(slot['data'], `${at}/input_audio/data`)
      else checkBare(slot, `${at}/input_audio`)
      return
    }
    default:
      return
  }
}

function checkUrl(slot: Json | undefined, at: Pointer): void {
  if (isJsonObject(slot)) checkDataUrl(slot['url'], `${at}/url`)
  else checkDataUrl(slot, at)
}

/** Returns true for a data URL; throws if its bytes are not base64. */
function checkDataUrl(value: Json | undefined, at: Pointer): boolean {
  const bytes = typeof value === 'string' ? splitDataUrl(value) : undefined
  if (bytes !== undefined && !isBase64(bytes.base64)) throw new WireError(format, at, 'expected base64 in the data URL')
  return bytes !== undefined
}

/** Checks a data URL, bare base64, or at some servers a URL. */
function checkBare(value: Json | undefined, at: Pointer): void {
  if (typeof value !== 'string' || checkDataUrl(value, at) || /^https?:/.test(value.slice(0, 6))) return
  if (!isBase64(value)) throw new WireError(format, at, 'expected base64, or a data URL with base64')
}
