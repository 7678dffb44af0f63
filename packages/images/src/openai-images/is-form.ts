import type { WireMessage } from '@interlingua/core'

/** True for a body that is a form, whose files are `WireFile`s and whose other values are texts. */
export function isForm(message: Pick<WireMessage<unknown>, 'headers'>): boolean {
  return (message.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data')
}
