import { randomBytes } from 'node:crypto'

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 32
/** Bytes from there on would make some signs likelier than others. */
const fair = 256 - (256 % signs.length)

/** An id that nobody can guess: `task_` and 32 letters and digits. */
export function createTaskId(): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(2 * length)) if (byte < fair && text.length < length) text += signs[byte % signs.length]
  return `task_${text}`
}
