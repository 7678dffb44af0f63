import type { WireMessage } from '@interlingua/core'

/** Whether the body came, or goes, as a form: its files are `WireFile`s, all else in it is text. */
export function isForm(message: Pick<WireMessage<unknown>, 'headers'>): boolean {
  return (message.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data')
}
