import type { FoundUrl } from '@interlingua/core'
import { isUtf8 } from 'node:buffer'
import { FetchError } from './fetch-error.ts'
import { sniffMime } from './sniff-mime.ts'

/** Documents that are no PDF: texts, and packed office files. */
const textTypes = /^(?:text\/[\w.+-]+|application\/(?:json|xml|yaml|x-yaml|javascript|rtf|[\w.-]+\+(?:json|xml)))$/
const packedTypes = /^application\/(?:vnd\.openxmlformats-officedocument\.[\w.-]+|vnd\.oasis\.opendocument\.[\w.-]+)$/
const packedMark = Buffer.from('504b0304', 'hex')

/**
 * What a fetched file is: by its own bytes, which win over what its server and the caller say. Throws `FetchError` where it is not of the
 * kind that the caller's part is, whatever anybody says.
 */
export function settleMime({ kind, mime: said }: FoundUrl, declared: string | undefined, bytes: Buffer): string {
  const sniffed = sniffMime(bytes)
  switch (kind) {
    case 'image':
    case 'audio':
    case 'video': {
      // Containers of sound alone and of pictures begin alike.
      const mime = kind === 'audio' ? sniffed?.replace(/^video\/(mp4|webm)$/, 'audio/$1') : sniffed
      if (mime?.startsWith(`${kind}/`)) return mime
      throw new FetchError(kind === 'image' ? 'what it names is no image' : `what it names is no ${kind}`)
    }
    case 'document': {
      if (sniffed !== undefined) {
        if (sniffed === 'application/pdf' || sniffed === said) return sniffed
        throw new FetchError('what it names is no document')
      }
      for (const type of [said, declared]) {
        if (type === undefined) continue
        if (textTypes.test(type) && isUtf8(bytes) && !bytes.includes(0)) return type
        if (packedTypes.test(type) && bytes.subarray(0, packedMark.length).equals(packedMark)) return type
      }
      throw new FetchError('what it names is no document')
    }
  }
}
