import { finderOf } from './finder-of.ts'
import { redactSecrets } from './redact-secrets.ts'

const escape = String.raw`\u00`

/** Whole pieces of a good answer without the channel's credentials. The same object where there are none in it, which is found by its bytes. */
export function redactAnswer(output: string | Buffer, secrets: readonly string[]): string | Buffer {
  if (secrets.length === 0 || output.length === 0 || !mayHold(output, secrets)) return output
  const text = output.toString('utf8')
  const redacted = redactSecrets(text, secrets)
  if (redacted === text) return output
  return typeof output === 'string' ? redacted : Buffer.from(redacted)
}

function mayHold(output: string | Buffer, secrets: readonly string[]): boolean {
  const { usual } = finderOf(secrets)
  if (typeof output === 'string') return usual.some(({ text }) => output.includes(text)) || escapesAscii(output)
  return usual.some(({ bytes }) => output.includes(bytes)) || escapesAscii(output)
}

/** Whether any character of ASCII that can be shown is spelled by its number, as hardly any writer does. */
function escapesAscii(output: string | Buffer): boolean {
  for (let at = output.indexOf(escape); at !== -1; at = output.indexOf(escape, at + escape.length)) {
    const digit = typeof output === 'string' ? output.charCodeAt(at + escape.length) : output[at + escape.length]
    if (digit !== undefined && digit >= 0x32 && digit <= 0x37) return true
  }
  return false
}
