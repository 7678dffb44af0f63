import type { IncomingHttpHeaders } from 'node:http'
import { type Failure, parseDocument } from '@interlingua/core'
import { credentialsRefused } from '@interlingua/gateway-kernel'

/** Patterns that find credentials in an upstream's text. */
interface SecretFinder {
  /** Expression of all spellings; linear, since its repetitions are bounded. */
  readonly pattern: RegExp
  /** Parts of the credentials that nearly all writers encode alike, searched by their bytes in good answers. */
  readonly usual: readonly { readonly text: string; readonly bytes: Buffer }[]
}

/** Length from which a part of a credential hardly occurs in other text. */
const distinctive = 6

const finders = new WeakMap<readonly string[], SecretFinder>()

/** Returns the finder of a list; a channel has one list, and so one finder. */
function finderOf(secrets: readonly string[]): SecretFinder {
  let finder = finders.get(secrets)
  if (finder === undefined) finders.set(secrets, (finder = createFinder(secrets)))
  return finder
}

function createFinder(secrets: readonly string[]): SecretFinder {
  const patterns = secrets.flatMap((secret) => [
    [...Array(secret.length).keys()].map((at) => patternOfCharacter(secret, at)).join(''),
    ...inBase64(secret),
  ])
  const usual = new Set(secrets.flatMap((secret) => [...usualSpellings(secret), ...plainBase64(secret)]))
  return { pattern: new RegExp(patterns.join('|'), 'g'), usual: [...usual].map((text) => ({ text, bytes: Buffer.from(text) })) }
}

/** Pattern of one character as itself, behind backslashes, as `\u0041`, or percent-encoded. */
function patternOfCharacter(secret: string, at: number): string {
  const code = secret.charCodeAt(at)
  const hex = code.toString(16)
  const self = literal(secret.charAt(at))
  const escaped = String.raw`\\{1,8}(?:${self}|u${digits(hex.padStart(4, '0'))})`
  const percent = code < 0x80 ? `|%(?:25){0,2}${digits(hex.padStart(2, '0'))}` : ''
  return `(?:${self}|${escaped}${percent})`
}

function digits(hex: string): string {
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}

/** Longest run of letters and digits, since writers that escape special characters leave it as it is; the whole secret where the run is short. */
function usualSpellings(secret: string): readonly string[] {
  const [longest = ''] = secret.split(/[^A-Za-z0-9]+/).toSorted((one, other) => other.length - one.length)
  return [longest.length >= distinctive ? longest : secret]
}

function plainBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
}

function inBase64(secret: string): readonly string[] {
  return plainBase64(secret).map((text) =>
    text.replaceAll(/[+/-]/g, (sign) => (sign === '/' ? String.raw`\\{0,8}\/` : String.raw`\${sign}`)),
  )
}

/**
 * Replaces the channel's credentials in an upstream's text: some upstreams quote the key that they refuse. Finds spellings of JSON, escaped once or
 * twice, percent-encoded, and in base64; a text of JSON stays JSON.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0 || text === '') return text
  return text.replace(finderOf(secrets).pattern, '[key]')
}

const escape = String.raw`\u00`

/** Redacts the channel's credentials in whole pieces of a good answer. Returns the same object where its bytes hold none. */
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

/** True if a printable ASCII character is escaped by its number, as hardly any writer does. */
function escapesAscii(output: string | Buffer): boolean {
  for (let at = output.indexOf(escape); at !== -1; at = output.indexOf(escape, at + escape.length)) {
    const digit = typeof output === 'string' ? output.charCodeAt(at + escape.length) : output[at + escape.length]
    if (digit !== undefined && digit >= 0x32 && digit <= 0x37) return true
  }
  return false
}

/** Redacts the channel's credentials in the texts of a JSON value. Returns the same object if there are none. */
export function redactValue<Value extends object>(value: Value, secrets: readonly string[]): Value {
  if (secrets.length === 0) return value
  const text = JSON.stringify(value)
  const redacted = redactAnswer(text, secrets)
  return redacted === text ? value : (parseDocument(String(redacted)) as unknown as Value) // redaction changes only words within texts, so the shape stays
}

/** Redacts the channel's credentials anywhere in an upstream's failure. */
export function redactFailure(failure: Failure, secrets: readonly string[]): Failure {
  const text = JSON.stringify(failure)
  const redacted = redactSecrets(text, secrets)
  return redacted === text ? failure : (parseDocument(redacted) as unknown as Failure) // redaction changes only words within texts, so the shape stays
}

/** Replaces an upstream's refusal of the gateway's own key, bill or rights, which only the operator can mend. */
export function redactCredentialFailure(failure: Failure, status?: number): Failure {
  if (status === 401 || status === 402 || status === 403 || status === 407) return credentialsRefused
  switch (failure.code) {
    case 'authentication':
    case 'permission':
    case 'billing':
      return credentialsRefused
    default:
      return failure
  }
}

/** Text headers of an upstream, by name in lower case, without the channel's credentials. */
export function redactHeaders(headers: IncomingHttpHeaders, secrets: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') texts[name] = redactSecrets(value, secrets)
  }
  return texts
}
