import { parseDocument } from '@interlingua/core'
import type { FailedImage, MadeImage } from '@interlingua/images'
import { redactSecrets } from '../answers/redact-secrets.ts'

/** What an upstream says beside the bytes of an image, without the channel's credentials in it: some put them into the address. */
export function redactImage<Item extends MadeImage | FailedImage>(item: Item, secrets: readonly string[]): Item {
  if (secrets.length === 0) return item
  const { source, ...words } = item as Item & { readonly source?: MadeImage['source'] } // a failed image has none
  const said = source?.type === 'url' ? { ...words, source } : words
  const text = JSON.stringify(said)
  const redacted = redactSecrets(text, secrets)
  if (redacted === text) return item
  const clean = parseDocument(redacted) as object // the same but for words within its texts
  return (source === undefined || source.type === 'url' ? clean : { ...clean, source }) as Item // of the same keys
}
