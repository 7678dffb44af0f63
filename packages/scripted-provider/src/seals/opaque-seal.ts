import { deriveId } from '@interlingua/core'

/**
 * Opaque data that only the demo can make and that it knows again without a memory: a nonce and a check of it. `scope` is what the data belongs
 * to; data of another scope is not recognised. Base64, as the vendors' own is.
 */
export const opaqueSeal = {
  issue(prefix: string, scope: string, content: string): string {
    const nonce = deriveId('', scope, content)
    return prefix + nonce + deriveId('', 'check', scope, nonce)
  },
  isOurs(prefix: string, scope: string, data: string): boolean {
    const nonce = data.slice(prefix.length, prefix.length + 24)
    return nonce.length === 24 && data === prefix + nonce + deriveId('', 'check', scope, nonce)
  },
} as const
