import type { Context, DocumentPart, MediaPart } from '@interlingua/core'
import { isReadByVendor } from './parts/own-urls.ts'
import { isOurPart } from './parts/part-fields.ts'

/** Whether the server reads this address itself: its own files and store, and videos of YouTube. Everything else is fetched and sent inline. */
export function takesUrl(part: MediaPart | DocumentPart, _context: Context): boolean {
  if (part.source.type !== 'url') return true
  // A request of this format keeps its addresses as they are: which of them the server reads is between the two.
  return isOurPart(part) || isReadByVendor(part.source.url)
}
