import { deriveId } from '@interlingua/core/adapter'

/**
 * Opaque data that only the demo can make and that it recognises without a memory, by a nonce and a check sum. `scope` binds the data to
 * its owner; the data is base64, like the vendors' own.
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
