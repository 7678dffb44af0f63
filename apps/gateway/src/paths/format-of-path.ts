import type { EdgeHeaders, FormatEdge } from '@interlingua/core/edge'
import type { Formats } from '../create-formats.ts'
import { findNotServed } from './not-served.ts'
import { readTail } from './read-tail.ts'

/** By the first segment of what is asked for. */
const owners: Readonly<Record<string, string>> = {
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

/** In which format an error about `path` is worded: that of the vendor to whom the path belongs, else that of the client. */
export function formatOfPath(formats: Formats, path: string, url: string, headers: EdgeHeaders): FormatEdge {
  const { text, native } = readTail(path)
  const [first = ''] = text.split('/')
  const owner = Object.hasOwn(owners, first) ? owners[first] : findNotServed(path)?.vendor
  if (owner !== undefined) return formats.ofVendor(owner)
  return native || /^models\/.+:\w+$/.test(text) ? formats.ofVendor('google') : formats.ofClient(url, headers)
}
