import { vendorOfClient, type Signs } from '../requests/vendor-of-client.ts'
import { findNotServed } from './not-served.ts'
import { readTail } from './read-tail.ts'

type Vendor = ReturnType<typeof vendorOfClient>

/** By the first segment of what is asked for. */
const owners: Readonly<Record<string, Vendor>> = {
  chat: 'openai',
  responses: 'openai',
  conversations: 'openai',
  embeddings: 'openai',
  images: 'openai',
  videos: 'openai',
  video: 'openai',
  messages: 'anthropic',
  cachedContents: 'google',
}

/** Whose dialect an error about `path` is worded in: that of the vendor to whom the path belongs, else that of the client. */
export function vendorOfPath(path: string, url: string, signs: Signs): Vendor {
  const { text, native } = readTail(path)
  const [first = ''] = text.split('/')
  const owner = Object.hasOwn(owners, first) ? owners[first] : findNotServed(path)?.vendor
  if (owner !== undefined) return owner
  return native || /^models\/.+:\w+$/.test(text) ? 'google' : vendorOfClient(url, signs)
}
