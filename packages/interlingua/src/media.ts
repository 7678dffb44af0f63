import { type Fetched, type FoundUrl } from '@interlingua/core'
import { failureOf, RequestFailure } from './request-failure.ts'
import { readBytes } from './read-body.ts'

/** Limits of media that are fetched for an upstream. */
export interface MediaSettings {
  /** Bytes of one file. Default 20 MiB. */
  readonly maxBytes?: number
  /** Files of one request. Default 20. */
  readonly maxFiles?: number
  /** Milliseconds for one file. Default 10,000. */
  readonly timeout?: number
  /** True for an address that may be fetched. Default: `https:` only. A server must refuse the addresses of its own network here. */
  readonly allow?: (url: URL) => boolean | Promise<boolean>
}

/** Fetches the files of a request; throws the failure that names the field of a file that cannot be had. */
export async function fetchMedia(
  found: readonly FoundUrl[],
  { maxBytes = 20 * 1024 * 1024, maxFiles = 20, timeout = 10_000, allow = isSecure }: MediaSettings,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Fetched>> {
  const over = found[maxFiles]
  if (over !== undefined) throw refusal(over, `a request may have ${maxFiles} files by their address`)
  const files = found.map(async (file): Promise<readonly [string, Fetched]> => {
    const url = new URL(file.url)
    if (!(await allow(url))) throw refusal(file, 'this address is not fetched')
    try {
      // A redirect is no file: its target was not allowed. Edge runtimes do not know `error` here.
      const response = await send(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]), redirect: 'manual' })
      if (!response.ok) throw new Error(`status ${response.status}`)
      const bytes = await readBytes(response.body, maxBytes)
      const [mime = ''] = (response.headers.get('content-type') ?? file.mime ?? '').split(';')
      return [file.url, { mime: mime.trim().toLowerCase(), base64: base64Of(bytes) }]
    } catch (error) {
      signal.throwIfAborted()
      throw refusal(file, `the file could not be fetched from its address: ${error instanceof Error ? error.message : 'no answer'}`)
    }
  })
  return new Map(await Promise.all(files))
}

/** Refusal of a file that the upstream cannot be told by address. */
export function refusal({ at }: FoundUrl, message: string): RequestFailure {
  return new RequestFailure({ ...failureOf('invalid-request', message), path: at })
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:'
}

/** Characters per call of `String.fromCharCode`, which takes a limited number of arguments. */
const slice = 32_768

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += slice) binary += String.fromCharCode(...bytes.subarray(at, at + slice))
  return btoa(binary)
}
