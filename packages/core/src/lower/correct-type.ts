import { sniffImage } from '../media/sniff-image.ts'
import type { DocumentPart, MediaPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'

const otherNames: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg', 'image/x-png': 'image/png' }

/**
 * Corrects the declared type of an image to the one that its first bytes show; where they show none, to the usual name of the declared
 * type.
 */
export function correctType<P extends MediaPart | DocumentPart>(
  part: P,
  at: Pointer,
  report: (code: 'media-type-corrected', at: Pointer) => void,
): P {
  const { source } = part
  if (part.type !== 'media' || part.kind !== 'image' || source.type !== 'inline') return part
  const mime = typeOf(source.mime, source.base64)
  if (mime === source.mime) return part
  report('media-type-corrected', `${at}${part.fields?.['source.mime'] ?? ''}` as Pointer) // two pointers, one after the other
  return { ...part, source: { ...source, mime } }
}

function typeOf(declared: string, base64: string): string {
  const seen = sniffImage(base64)
  const lower = declared.toLowerCase()
  // HEIC and HEIF are one family of files, whose first bytes name more than one brand.
  if (seen === undefined || (seen === 'image/heic' && lower === 'image/heif')) return otherNames[lower] ?? lower
  return seen
}
