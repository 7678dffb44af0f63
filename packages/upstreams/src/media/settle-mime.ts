import type { FoundUrl } from '@interlingua/core'
import { isUtf8 } from 'node:buffer'
import { FetchError } from './addresses.ts'

/**
 * First bytes of a file of one type. https://mimesniff.spec.whatwg.org/ A table, and no library: those that were looked at (`file-type`)
 * parse containers and inflate archives, whose bytes a stranger chose here, and give names that vendors do not know (`audio/x-m4a`).
 */
interface Signature {
  readonly mime: string
  readonly at?: number
  /** Bytes as two hexadecimal digits each, `..` for any. */
  readonly hex: string
}

const signatures: readonly Signature[] = [
  { mime: 'image/png', hex: '89504e470d0a1a0a' },
  { mime: 'image/jpeg', hex: 'ffd8ff' },
  { mime: 'image/gif', hex: '47494638..61' },
  { mime: 'image/webp', hex: '52494646........57454250' },
  { mime: 'image/bmp', hex: '424d' },
  { mime: 'image/heic', at: 4, hex: '6674797068656963' },
  { mime: 'image/heif', at: 4, hex: '667479706d696631' },
  { mime: 'image/avif', at: 4, hex: '6674797061766966' },
  { mime: 'application/pdf', hex: '255044462d' },
  { mime: 'audio/wav', hex: '52494646........57415645' },
  { mime: 'audio/aiff', hex: '464f524d........41494646' },
  { mime: 'audio/flac', hex: '664c6143' },
  { mime: 'audio/ogg', hex: '4f67675300' },
  { mime: 'audio/mpeg', hex: '494433' },
  { mime: 'audio/aac', hex: 'fff1' },
  { mime: 'audio/aac', hex: 'fff9' },
  { mime: 'audio/mpeg', hex: 'fffb' },
  { mime: 'audio/mpeg', hex: 'fff3' },
  { mime: 'audio/mpeg', hex: 'fff2' },
  { mime: 'audio/mp4', at: 4, hex: '667479704d3441' },
  { mime: 'video/quicktime', at: 4, hex: '667479707174' },
  { mime: 'video/mp4', at: 4, hex: '66747970' },
  { mime: 'video/webm', hex: '1a45dfa3' },
  { mime: 'video/x-msvideo', hex: '52494646........41564920' },
  { mime: 'video/mpeg', hex: '000001b3' },
  { mime: 'video/mpeg', hex: '000001ba' },
  { mime: 'video/x-flv', hex: '464c5601' },
]

/** Type of a file by its first bytes; undefined for an unknown signature. */
function sniffMime(bytes: Uint8Array): string | undefined {
  return signatures.find((signature) => fits(bytes, signature))?.mime
}

function fits(bytes: Uint8Array, { at = 0, hex }: Signature): boolean {
  for (let digit = 0; digit < hex.length; digit += 2) {
    const wanted = hex.slice(digit, digit + 2)
    if (wanted !== '..' && bytes[at + digit / 2] !== Number.parseInt(wanted, 16)) return false
  }
  return true
}

/** Types of documents other than PDF: texts, and packed office files. */
const textTypes = /^(?:text\/[\w.+-]+|application\/(?:json|xml|yaml|x-yaml|javascript|rtf|[\w.-]+\+(?:json|xml)))$/
const packedTypes = /^application\/(?:vnd\.openxmlformats-officedocument\.[\w.-]+|vnd\.oasis\.opendocument\.[\w.-]+)$/
const packedMark = Buffer.from('504b0304', 'hex')

/**
 * Type of a fetched file by its own bytes, which win over its server's and the caller's word. Throws a `FetchError` if it is not of the kind of the
 * caller's part.
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
